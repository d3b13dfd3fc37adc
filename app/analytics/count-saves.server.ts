import { splitKey } from '#app/download/platforms/platform-key.ts'
import type { AnalyticsEvent } from './batch.server.ts'
import type { FailureCode } from './code-names.ts'
import { type CountedRequest, eventOf, formatKey, whole } from './count.server.ts'
import { enqueueEvent } from './writer.server.ts'

/** `bytes`: sent to the visitor. `error`: null if that is the whole file. */
export type SaveOutcome = { error: FailureCode | null; bytes: number; ms: number }

/**
 * Returns the event of a file whose outcome isn't known yet. Null for requests that don't count.
 * Never throws.
 */
export function saveEvent(
  request: CountedRequest,
  postId: string,
  format: string,
): AnalyticsEvent | null {
  const { platform } = splitKey(postId)
  return eventOf('save', request, { post: postId, platform, format: formatKey(format) })
}

/** Counts a file. Never throws. */
export function countSave(event: AnalyticsEvent | null, outcome: SaveOutcome): void {
  if (event !== null) enqueueEvent(withOutcome(event, outcome))
}

export function withOutcome(event: AnalyticsEvent, outcome: SaveOutcome): AnalyticsEvent {
  const { error, bytes, ms } = outcome
  return { ...event, error, bytes: whole(bytes), ms: whole(ms) }
}
