import { LRUCache } from 'lru-cache'
import { type CountedRequest, countLookupEvent } from '#app/analytics/count.server.ts'
import { parsePostKey } from '#app/download/platforms/links.ts'
import { widestNetworkOf } from '#app/http/ip-address.ts'
import { platformOfLink } from '#app/posts/post-link.ts'
import { minuteMs } from '#app/time/durations.ts'
import {
  type LookupCause,
  type LookupOutcome,
  lookUpLink,
  lookupCause,
  postForSave,
  publicLink,
} from './lookup.server.ts'
import { type LookupProblemAnswer, lookupProblemAnswer } from './lookup-problem.server.ts'
import { type PostView, postView } from './offers.server.ts'
import { takeRequestOf } from './visitor-limits.server.ts'

/** Max characters of a refused text put back into its field. */
const typedLimit = 2048

export type LookupView = {
  /** The field's content: the post's link, or the refused text. */
  typed: string
  result: { ok: true; post: PostView } | ({ ok: false } & Omit<LookupProblemAnswer, 'status'>)
}

/** Looks up a visitor's text within their network's limits, and counts that. */
export async function lookUpForVisitor(
  typed: string,
  counted: CountedRequest,
  signal: AbortSignal,
): Promise<LookupOutcome> {
  const start = performance.now()
  const count = (error: LookupCause | null, postId: string | null) => {
    // An empty form looked nothing up, and a visitor who leaves waits for no answer.
    if (error === 'link: empty' || error === 'aborted') return
    const platform = platformOfLink(typed)
    countLookupEvent(counted, { error, postId, platform, ms: performance.now() - start })
  }
  const wait = await takeRequestOf(counted)
  if (wait !== null) {
    count('too_many', null)
    return tooMany(wait)
  }
  const outcome = await lookUpLink(typed, signal, askerOf(counted))
  if (outcome.ok) count(null, outcome.post.postId)
  else count(lookupCause(outcome.problem), null)
  return outcome
}

/**
 * Look-ups of the last ten minutes by client address and post id, only in memory: each counts once,
 * even if its result is requested again.
 */
const lookUps = new LRUCache<string, { opened: boolean }>({ max: 20_000, ttl: 10 * minuteMs })

/** Records a counted look-up; `opened` is true if its answer already showed the result. */
export function noteLookUp(address: string, postId: string, opened: boolean): void {
  lookUps.set(`${address} ${postId}`, { opened })
}

/**
 * Returns the post of a result's address, from the cache if possible. `isAnswer`: the page answers
 * a look-up that this visitor has just made, as after a plain form's redirect. Neither the page nor
 * the request is counted then, since the look-up was.
 */
export async function resultForVisitor(
  postId: string,
  counted: CountedRequest,
  signal: AbortSignal,
): Promise<{ outcome: LookupOutcome; isAnswer: boolean }> {
  const lookUp = lookUps.get(`${counted.address} ${postId}`)
  const isAnswer = lookUp?.opened === false
  if (lookUp === undefined) {
    // Only an id may be looked up here, not a link.
    const outcome = await lookUpForVisitor(
      parsePostKey(postId) === null ? '0' : postId,
      counted,
      signal,
    )
    if (outcome.ok) noteLookUp(counted.address, postId, true)
    return { outcome, isAnswer }
  }
  lookUp.opened = true
  const wait = isAnswer ? null : await takeRequestOf(counted)
  const outcome =
    wait === null ? await postForSave(postId, signal, askerOf(counted)) : tooMany(wait)
  return { outcome, isAnswer }
}

function askerOf({ address }: CountedRequest) {
  return { network: widestNetworkOf(address) }
}

function tooMany(retryAfterSeconds: number): LookupOutcome {
  return { ok: false, problem: { kind: 'too_many', retryAfterSeconds } }
}

/** `item` is the video to show of a post with several. */
export function lookupView(
  typed: string,
  outcome: LookupOutcome,
  { address, headers }: CountedRequest,
  item: number,
): { lookup: LookupView; status: number; retryAfterSeconds: number | null } {
  if (outcome.ok) {
    const { post } = outcome
    const result = {
      ok: true as const,
      post: postView(post, address, headers.get('cookie'), item),
    }
    return { lookup: { typed: publicLink(post), result }, status: 200, retryAfterSeconds: null }
  }
  const { status, ...problem } = lookupProblemAnswer(outcome.problem)
  const result = { ok: false as const, ...problem }
  const { retryAfterSeconds } = problem
  return { lookup: { typed: typed.slice(0, typedLimit), result }, status, retryAfterSeconds }
}
