import { LRUCache } from 'lru-cache'
import { minuteMs } from '#app/time/durations.ts'
import type { LookupFailure } from './extracted-post.server.ts'

/** A cached failure, so that the same link isn't looked up again and again. */
type Verdict = Extract<LookupFailure, { kind: 'not_found' }>

const keptMs = 10 * minuteMs
/** Creators rarely make a private post public again. */
const privateKeptMs = 60 * minuteMs

const verdicts = new LRUCache<string, Verdict>({ max: 5000 })

/** Remembers failures of the post itself, not a source's. */
export function rememberVerdict(key: string, failure: LookupFailure): void {
  if (failure.kind !== 'not_found') return
  verdicts.set(key, failure, { ttl: failure.reason === 'private' ? privateKeptMs : keptMs })
}

/** Returns the verdict on a link's canonical key, or null if there is none or it is too old. */
export function rememberedVerdict(key: string): Verdict | null {
  return verdicts.get(key) ?? null
}

export function forgetVerdicts(): void {
  verdicts.clear()
}
