import { createLimiter, takePoint } from './rate-limit.server.ts'

/** What one network may send in an hour of a public form that stores something. */
const limiter = createLimiter(10, 3600)

/** Null when the form may be taken, else the seconds to wait. */
export function takeForm(form: string, clientAddress: string): Promise<number | null> {
  return takePoint(limiter, form, clientAddress)
}
