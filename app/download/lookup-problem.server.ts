import type { UnavailableCause } from '#app/posts/extracted-post.server.ts'
import { type ProblemTexts, refusalTexts } from './link-refusal.ts'
import type { LookupProblem } from './lookup.server.ts'

/** A problem as the visitor sees it, and when it may be over. */
export type LookupProblemAnswer = ProblemTexts & {
  status: number
  retryAfterSeconds: number | null
}

/** Seconds after which a service that does not answer is worth another try. */
const unavailableRetrySeconds = 60

/** The status and texts for a look-up that gave no post. */
export function lookupProblemAnswer(
  problem: LookupProblem | { kind: 'too_many'; retryAfterSeconds: number },
): LookupProblemAnswer {
  switch (problem.kind) {
    case 'refused':
      return { status: 400, ...refusalTexts(problem.reason), retryAfterSeconds: null }
    case 'removed':
      return answer(451, 'removed', 'removed')
    case 'not_found':
      return answer(404, 'failed', problem.reason === 'unknown' ? 'notFound' : problem.reason)
    case 'daily_limit':
      return answer(503, 'failed', 'dailyLimit', problem.retryAfterSeconds ?? 3600)
    case 'rate_limited':
      return answer(503, 'failed', 'busy', problem.retryAfterSeconds)
    case 'unavailable':
      return answer(
        503,
        'unexpected',
        unavailableHint(problem.because ?? problem.cause),
        problem.retryAfterSeconds ?? unavailableRetrySeconds,
      )
    case 'too_many':
      return answer(429, 'unexpected', 'tooMany', problem.retryAfterSeconds)
    case 'aborted':
      return answer(503, 'unexpected', 'unavailable')
  }
}

function unavailableHint(cause: UnavailableCause): LookupProblemAnswer['hint'] {
  switch (cause) {
    case 'queue_full':
      return 'busy'
    case 'challenged':
    case 'blocked':
      return 'refusedHere'
    case 'shape':
      return 'pageChanged'
    default:
      return 'unavailable'
  }
}

function answer(
  status: number,
  message: LookupProblemAnswer['message'],
  hint: LookupProblemAnswer['hint'],
  retryAfterSeconds: number | null = null,
): LookupProblemAnswer {
  return { status, message, hint, retryAfterSeconds }
}
