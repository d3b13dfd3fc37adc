import { failed } from '#app/download/extraction/lookup-result.ts'
import {
  type BreakerOptions,
  type GuardedSource,
  unconfirmed,
  withBreaker,
} from '#app/download/extraction/source-breaker.ts'
import { theSite } from '#app/outbound/lookup-asker.ts'
import type { LookupResult, LookupTerms } from '#app/posts/extracted-post.server.ts'
import { answerText } from './answer-text.ts'
import type { AskLimits } from './ask.server.ts'
import type { FullRef, ShortRef } from './link.ts'
import type { Ask, AskAnswer, PlatformAdapter, Resolved } from './platform-adapter.ts'
import { splitKey } from './platform-key.ts'
import { createShapeMemory, type ShapeDifference } from './shape-memory.ts'
import type { SourceId } from './source-id.ts'

type PlatformSourceOptions = {
  id: SourceId
  adapter: PlatformAdapter
  ask: (limits: AskLimits) => Ask
  /** For a whole look-up: waiting for its turn, short links and pages. */
  timeoutMs: () => number
  breaker?: BreakerOptions
  /** Called with what differs in an answer that can't be read, every ten minutes at most. */
  onShape?: (difference: ShapeDifference) => void
  /** Called with what a link without a post answered, request by request. */
  onNoPost?: (answers: string[]) => void
}

const ownLimitMs = 12_000

/**
 * Looks posts up with a platform's adapter. The breaker covers posts' pages only: a short link's
 * target proves nothing about the platform.
 */
export function createPlatformSource(options: PlatformSourceOptions): GuardedSource {
  const { id, adapter, ask, onShape, onNoPost } = options
  const shapes = createShapeMemory()
  const posts = withBreaker(
    {
      name: id,
      mode: 'live',
      lookup: (ref, signal, terms) =>
        within(signal, terms, (limits) =>
          ref.kind === 'post' ? told(ask(limits), (page) => read(ref, page)) : notAPost,
        ),
      status: () => ({ breaker: 'closed', queued: 0, quotaLeft: null, ...adapter.status?.() }),
    },
    {
      canaries: adapter.canaries,
      countsLimits: true,
      refusedMs: adapter.refusedMs,
      ...options.breaker,
    },
  )

  /** Reports what a link answered that leads to no post. */
  async function told<Outcome extends LookupResult | Resolved>(
    askPage: Ask,
    work: (askPage: Ask) => Promise<Outcome>,
  ): Promise<Outcome> {
    const answers: AskAnswer[] = []
    const outcome = await work(async (url, request) => {
      const answer = await askPage(url, request)
      answers.push(answer)
      return answer
    })
    const hasPost = 'ok' in outcome ? outcome.ok : outcome.kind === 'post' || outcome.result.ok
    if (!hasPost && answers.length > 0) {
      onNoPost?.(answers.map((answer) => answerText(answer, adapter.marksIn ?? noMarks)))
    }
    return outcome
  }

  /** Reads a post, and compares the fields of answers that can't be read. */
  async function read(ref: FullRef, askPage: Ask): Promise<LookupResult> {
    const answers: string[] = []
    const result = await adapter.read(ref, async (url, request) => {
      const answer = await askPage(url, request)
      if (answer.kind === 'answer') answers.push(answer.text)
      return answer
    })
    const postId = splitKey(ref.postId).id
    if (result.ok) shapes.keep(answers, postId)
    else if (result.failure.kind === 'unavailable' && result.failure.cause === 'shape') {
      const difference = shapes.differenceOf(answers, postId)
      if (difference !== null) onShape?.(difference)
    }
    return result
  }

  async function within(
    visitor: AbortSignal,
    { withinMs = Number.POSITIVE_INFINITY, asker = theSite, asked = new Map() }: LookupTerms = {},
    work: (limits: AskLimits) => LookupResult | Promise<LookupResult>,
  ): Promise<LookupResult> {
    const timeoutMs = wholeMs(ownLimitMs, options.timeoutMs(), withinMs)
    const result = await work({
      signal: AbortSignal.any([visitor, AbortSignal.timeout(timeoutMs)]),
      deadline: performance.now() + timeoutMs,
      asker,
      asked,
    })
    return visitor.aborted ? failed({ kind: 'aborted' }) : result
  }

  async function lookUpShort(
    ref: ShortRef,
    visitor: AbortSignal,
    limits: AskLimits,
  ): Promise<LookupResult> {
    const stopped = await posts.stopped(limits.signal)
    if (stopped !== null) return stopped
    const resolved = await told(ask(limits), (page) => adapter.resolve(ref, page))
    if (resolved.kind === 'answer') return unconfirmed(resolved.result)
    const { deadline, asker, asked } = limits
    const withinMs = deadline - performance.now()
    return posts.lookup(resolved.ref, visitor, { withinMs, asker, asked })
  }

  return {
    ...posts,
    lookup: (ref, visitor, terms) =>
      ref.kind === 'post'
        ? posts.lookup(ref, visitor, terms)
        : within(visitor, terms, (limits) => lookUpShort(ref, visitor, limits)),
  }
}

/** Returns the lowest limit as whole milliseconds for timers. */
function wholeMs(...limits: number[]): number {
  return Math.max(0, Math.floor(Math.min(...limits)))
}

const noMarks = () => []
const notAPost = failed({ kind: 'not_found', reason: 'unsupported' })
