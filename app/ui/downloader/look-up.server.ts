import { type CountedRequest, countLookupEvent } from '#app/models/analytics/count.server.ts'
import { type LookupCause, lookUpLink, lookupCause } from '#app/models/lookup.server.ts'
import { type LookupProblemAnswer, lookupProblemAnswer } from '#app/models/lookup-problem.server.ts'
import { takeRequest } from '#app/models/visitor-limits.server.ts'
import { type DeviceKind, deviceOf } from '#app/utils/device.ts'
import { type PostView, postView } from './post-view.server.ts'

/** How much of a refused text is given back to its field. */
const typedLimit = 2048

/** What the downloader shows after a look-up. */
export type LookupView = {
  typed: string
  result:
    | { ok: true; post: PostView; device: DeviceKind }
    | ({ ok: false } & Omit<LookupProblemAnswer, 'status'>)
}

/** Who asks, and whether they still wait. */
export type Visitor = { counted: CountedRequest; signal: AbortSignal }

/** Looks up what a visitor sent, within the limits of their network, for the page to show. */
export async function lookUpForVisitor(
  typed: string,
  visitor: Visitor,
): Promise<{ lookup: LookupView; init: { status: number; headers: Record<string, string> } }> {
  const { status, result } = await lookUpWithinLimits(typed, visitor)
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (!result.ok && result.retryAfterSeconds !== null) {
    headers['Retry-After'] = String(result.retryAfterSeconds)
  }
  return { lookup: { typed: typed.slice(0, typedLimit), result }, init: { status, headers } }
}

async function lookUpWithinLimits(
  typed: string,
  { counted, signal }: Visitor,
): Promise<{ status: number; result: LookupView['result'] }> {
  const start = performance.now()
  const count = (error: LookupCause | null, postId: string | null) => {
    // Nothing was looked up in an empty form, and a visitor who leaves waits for no answer.
    if (error === 'link: empty' || error === 'aborted') return
    countLookupEvent(counted, { error, postId, ms: performance.now() - start })
  }
  const wait = await takeRequest(counted.address)
  if (wait !== null) {
    count('too_many', null)
    return refused(lookupProblemAnswer({ kind: 'too_many', retryAfterSeconds: wait }))
  }
  const outcome = await lookUpLink(typed, signal)
  if (outcome.ok) {
    count(null, outcome.post.postId)
    const device = deviceOf(counted.headers.get('user-agent'))
    return { status: 200, result: { ok: true, post: postView(outcome.post), device } }
  }
  count(lookupCause(outcome.problem), null)
  return refused(lookupProblemAnswer(outcome.problem))
}

function refused({ status, ...problem }: LookupProblemAnswer) {
  return { status, result: { ok: false, ...problem } as const }
}
