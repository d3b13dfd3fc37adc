import type { LookupView } from '#app/download/ui/visitor-lookup.server.ts'
import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ClipboardProblem } from './paste-button.tsx'

/** Says why there is no result: what is wrong, and what to do next. */
export function LookupProblem({
  clipboard,
  problem,
}: {
  clipboard: ClipboardProblem | null
  problem: Extract<LookupView['result'], { ok: false }> | null
}) {
  const { t, language } = useI18n()
  return (
    <div id="lookup-error" role="alert" className="lookup-error">
      {clipboard !== null ? (
        <p>{t.errors[clipboard]}</p>
      ) : (
        problem !== null && (
          <>
            <p>{t.errors[problem.message]}</p>
            {problem.hint !== null && (
              <p className="font-normal">
                {plural(t.hints[problem.hint], problem.retryAfterSeconds ?? 60, language)}
              </p>
            )}
          </>
        )
      )}
    </div>
  )
}
