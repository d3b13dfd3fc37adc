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
    <div id="lookup-error" role="alert">
      {clipboard !== null ? (
        <ProblemText>{t.errors[clipboard]}</ProblemText>
      ) : (
        problem !== null && (
          <>
            <ProblemText>{t.errors[problem.message]}</ProblemText>
            {problem.hint !== null && (
              <p className="mt-1 ml-8.5">
                {plural(t.hints[problem.hint], problem.retryAfterSeconds ?? 60, language)}
              </p>
            )}
          </>
        )
      )}
    </div>
  )
}

/** What is wrong, behind a sign. */
export function ProblemText({ children }: { children: React.ReactNode }) {
  return (
    <p className="mt-5 flex gap-2.5 font-semibold text-bad">
      <svg viewBox="0 0 24 24" width="24" height="24" className="flex-none" aria-hidden="true">
        <rect width="24" height="24" rx="6" className="fill-bad" />
        <path d="M12 6v7m0 4v.5" className="stroke-page" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <span>{children}</span>
    </p>
  )
}
