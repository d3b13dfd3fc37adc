import type {
  LookupFailure,
  NotFoundReason,
  UnavailableCause,
} from '#app/posts/extracted-post.server.ts'

export function failed<Failure extends LookupFailure>(failure: Failure) {
  return { ok: false as const, failure }
}

/** Returns a failure that can pass. */
export function unavailable(cause: UnavailableCause, retryAfterSeconds: number | null = null) {
  return failed({ kind: 'unavailable', cause, retryAfterSeconds })
}

/** Returns a final failure. `platformCode` is the platform's own word for it, for the log. */
export function notFound(reason: NotFoundReason, platformCode?: string) {
  return failed({ kind: 'not_found', reason, ...(platformCode !== undefined && { platformCode }) })
}
