import { lazy, Suspense } from 'react'
import type { LookupView } from '#app/download/lookup/visitor-lookup.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { link } from '#app/ui/link.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import type { useAutoRetries } from './auto-retries.ts'
import { hintText } from './hint-text.ts'
import type { FieldProblem } from './paste-button.tsx'

const AutoRetry = lazy(() =>
  import('./later/auto-retry.tsx').catch(() => ({ default: () => null })),
)

type Problem = Extract<LookupView['result'], { ok: false }>

/** Hints of problems that soon pass by themselves. */
const passing = ['busy', 'tooMany', 'unavailable', 'refusedHere'] as const

/** Returns the hint of a problem that soon passes by itself, else null. */
function passes({ hint }: Problem): (typeof passing)[number] | null {
  return passing.find((one) => one === hint) ?? null
}

/** Returns true for problems that the status page can explain. */
function isPlatformsFault({ hint }: Problem): boolean {
  return ['paused', 'refusedHere', 'pageChanged', 'unavailable', 'dailyLimit'].includes(hint ?? '')
}

export function LookupProblem({
  clipboard,
  problem,
  retries,
  onRetry,
}: {
  clipboard: FieldProblem | null
  problem: Problem | null
  retries: ReturnType<typeof useAutoRetries>
  onRetry: () => void
}) {
  const { t, language, localPath } = useI18n()
  const runs = useRuns()
  const reason = clipboard === null && problem !== null && runs ? passes(problem) : null
  const seconds = reason === null ? null : retries.secondsUntil(problem?.retryAfterSeconds ?? null)
  return (
    <>
      <div id="lookup-error" role="alert">
        {clipboard !== null ? (
          <ProblemText>{t.errors[clipboard]}</ProblemText>
        ) : (
          problem !== null && (
            <ProblemText
              hint={
                problem.hint !== null &&
                (reason !== null && seconds !== null
                  ? fill(t.retry[reason], { site: problem.site ?? '' })
                  : hintText(problem.hint, problem, t, language))
              }
            >
              {t.errors[problem.message]}
            </ProblemText>
          )
        )}
      </div>
      {clipboard === null && problem !== null && isPlatformsFault(problem) && (
        <p className="ml-8.5">
          <a className={link} href={localPath('/status')}>
            {t.footer.status}
          </a>
        </p>
      )}
      {seconds !== null && (
        <div className="ml-8.5">
          <Suspense>
            <AutoRetry
              seconds={seconds}
              onRetry={() => {
                retries.count()
                onRetry()
              }}
              onCancel={retries.cancel}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}

/** One paragraph: screen readers read an alert again for each that it holds. */
export function ProblemText({ hint, children }: { hint?: string | false; children: string }) {
  return (
    <p className="mt-5 flex gap-2.5 font-semibold text-bad">
      <svg viewBox="0 0 24 24" width="24" height="24" className="flex-none" aria-hidden="true">
        <rect width="24" height="24" rx="6" className="fill-bad" />
        <path d="M12 6v7m0 4v.5" className="stroke-page" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <span>
        {hint ? `${children} ` : children}
        {hint && (
          <>
            {/* Screen readers join the sentences of a box below the text, and omit its blank. */}
            <br />
            <span className="font-normal text-text">{hint}</span>
          </>
        )}
      </span>
    </p>
  )
}
