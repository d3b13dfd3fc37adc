import { createLimiter, takePoint } from './rate-limit.server.ts'

/** How often one network can send a public form in an hour. */
const limiter = createLimiter('forms', 10, 3600)

/** Counts a form that a network sends. Returns null if allowed, else seconds to wait. */
export function takeForm(form: string, clientAddress: string): Promise<number | null> {
  return takePoint(limiter, form, clientAddress)
}
