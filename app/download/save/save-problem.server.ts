import { lookupProblemAnswer } from '#app/download/lookup/lookup-problem.server.ts'
import type { DeliveryProblem } from './delivery.server.ts'
import type { SaveRefusal, SaveRefusalName } from './save-refusal.ts'
import type { SaveProblem } from './save-result.server.ts'

export type ProblemAnswer = {
  problem: SaveRefusal
  status: number
  headers: Record<string, string>
}

/** Seconds to wait when the server is full. */
const fullRetrySeconds = 15

export function problemAnswer(cause: DeliveryProblem): ProblemAnswer {
  switch (cause.kind) {
    case 'link':
      return cause.check === 'expired' ? answer('expired', 410) : answer('invalid', 403)
    case 'too_many':
      return answer('busy', 429, cause.retryAfterSeconds)
    case 'full':
      return answer('busy', cause.reason === 'too_many_here' ? 429 : 503, fullRetrySeconds)
    case 'no_such_file':
      return ofThisFile(answer('noSuchFile', 404))
    case 'past_end':
      return answer('pastEnd', 404)
    case 'range_not_satisfiable': {
      const refused = answer('noSuchFile', 416)
      refused.headers['Content-Range'] = `bytes */${cause.totalBytes ?? '*'}`
      return refused
    }
    case 'lookup':
      return lookupAnswer(cause.problem)
    case 'audio':
      return ofThisFile(audioAnswer(cause.failure, cause.retryAfterSeconds))
    case 'media':
      return ofThisFile(mediaAnswer(cause.failure))
  }
}

function lookupAnswer(problem: Extract<SaveProblem, { kind: 'lookup' }>['problem']): ProblemAnswer {
  if (problem.kind === 'removed') return answer('removed', 451)
  if (problem.kind === 'not_found' || problem.kind === 'refused') return answer('noSuchFile', 404)
  if (problem.kind === 'too_many') return answer('busy', 429, problem.retryAfterSeconds)
  const { status, retryAfterSeconds } = lookupProblemAnswer(problem)
  return answer('unavailable', status, retryAfterSeconds)
}

function audioAnswer(
  failure: Extract<SaveProblem, { kind: 'audio' }>['failure'],
  retryAfterSeconds: number | null,
): ProblemAnswer {
  if (failure === 'no_sound') return answer('noSound', 404)
  if (failure === 'too_long') return answer('tooLarge', 413)
  if (failure === 'busy') return answer('busy', 503, retryAfterSeconds ?? fullRetrySeconds)
  return answer('unavailable', 502)
}

function mediaAnswer(failure: Extract<SaveProblem, { kind: 'media' }>['failure']): ProblemAnswer {
  if (failure === 'gone') return answer('noSuchFile', 404)
  if (failure === 'blocked') return answer('refused', 502)
  if (failure === 'too_large') return answer('tooLarge', 413)
  return answer('unavailable', failure === 'timeout' ? 504 : 502)
}

function answer(
  name: SaveRefusalName,
  status: number,
  retryAfterSeconds: number | null = null,
): ProblemAnswer {
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (retryAfterSeconds !== null) headers['Retry-After'] = String(retryAfterSeconds)
  return { problem: { name, retryAfterSeconds, othersMayWork: false }, status, headers }
}

function ofThisFile(refused: ProblemAnswer): ProblemAnswer {
  refused.problem.othersMayWork = true
  return refused
}
