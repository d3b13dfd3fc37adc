import { isRouteErrorResponse } from 'react-router'
import type { FailedForm } from '#app/http/failed-form.ts'

/** Returns the server's answer to a failed form. Null for other errors. */
export function failedFormOf(error: unknown): FailedForm | null {
  if (!isRouteErrorResponse(error) || typeof error.data !== 'string') return null
  try {
    const facts: FailedForm = JSON.parse(error.data)
    return typeof facts.reference === 'string' ? facts : null
  } catch {
    return null
  }
}
