import { isRouteErrorResponse } from 'react-router'
import type { FailedAnswer } from '#app/http/failed-answer.ts'

/** Returns what the server said of a form or page that failed. Null for other errors. */
export function failedAnswerOf(error: unknown): FailedAnswer | null {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') return null
  try {
    const facts: FailedAnswer = JSON.parse(error.data)
    return typeof facts.reference === 'string' ? facts : null
  } catch {
    return null
  }
}
