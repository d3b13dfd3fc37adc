import { LRUCache } from 'lru-cache'
import { minuteMs } from '#app/time/durations.ts'
import type { LookupFailure } from './extracted-post.server.ts'

/** Verdicts on posts that can't be had, so that the same link isn't asked about again and again. */
type Verdict = Extract<LookupFailure, { kind: 'not_found' }>

const keptMs = 10 * minuteMs
/** Creators rarely make a private post public again. */
const privateKeptMs = 60 * minuteMs

const verdicts = new LRUCache<string, { verdict: Verdict; until: number }>({ max: 5000 })

/** Remembers a failure if it's about the post. A source's fault isn't remembered. */
export function rememberVerdict(key: string, failure: LookupFailure, now: number): void {
  if (failure.kind !== 'not_found') return
  const until = now + (failure.reason === 'private' ? privateKeptMs : keptMs)
  verdicts.set(key, { verdict: failure, until })
}

/** The verdict on a link's canonical key; null when there is none or it is too old. */
export function rememberedVerdict(key: string, now: number): Verdict | null {
  const known = verdicts.get(key)
  return known !== undefined && known.until > now ? known.verdict : null
}

/** Forgets all verdicts: something that they depended on has changed. */
export function forgetVerdicts(): void {
  verdicts.clear()
}
