import type { UnavailableCause } from '#app/posts/extracted-post.server.ts'
import { landingHints, type ProblemTexts, refusalTexts } from './link-refusal.ts'
import type { LookupProblem } from './lookup.server.ts'

export type LookupProblemAnswer = ProblemTexts & {
  status: number
  retryAfterSeconds: number | null
}

/** Seconds to wait when the service doesn't answer. */
const unavailableRetrySeconds = 60

export function lookupProblemAnswer(problem: LookupProblem): LookupProblemAnswer {
  const found = problemAnswer(problem)
  const site = 'site' in problem ? problem.site : undefined
  return site === undefined ? found : { ...found, site }
}

function problemAnswer(problem: LookupProblem): LookupProblemAnswer {
  switch (problem.kind) {
    case 'refused':
      return { status: 400, ...refusalTexts(problem), retryAfterSeconds: null }
    case 'removed':
      return answer(451, 'removed', 'removed')
    case 'not_found':
      if (problem.landing !== undefined) return answer(404, 'failed', landingHints[problem.landing])
      return answer(404, 'failed', problem.reason === 'unknown' ? 'notFound' : problem.reason)
    case 'daily_limit':
      return answer(503, 'failed', 'dailyLimit', problem.retryAfterSeconds ?? 3600)
    case 'rate_limited':
      return answer(503, 'failed', 'busy', problem.retryAfterSeconds)
    case 'unavailable':
      return answer(
        503,
        'unexpected',
        unavailableHint(problem.cause),
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
    case 'breaker_open':
      return 'paused'
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
