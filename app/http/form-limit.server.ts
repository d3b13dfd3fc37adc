import { createLimiter, takePoint } from './rate-limit.server.ts'

const limiter = createLimiter('forms', 10, 3600)

/** Counts a form against its sender's network. Returns null if allowed, else seconds to wait. */
export function takeForm(form: string, clientAddress: string): Promise<number | null> {
  return takePoint(limiter, form, clientAddress)
}
