import type { LookupFailure, UnavailableCause } from '#app/posts/extracted-post.server.ts'

/** Returns what a look-up that failed answers with. */
export function failed<Failure extends LookupFailure>(failure: Failure) {
  return { ok: false as const, failure }
}

/** A look-up that failed for a fault that can pass. */
export function unavailable(cause: UnavailableCause, retryAfterSeconds: number | null = null) {
  return failed({ kind: 'unavailable', cause, retryAfterSeconds })
}
