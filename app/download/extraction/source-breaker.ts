import { theSite } from '#app/outbound/lookup-asker.ts'
import type {
  Extractor,
  LookupResult,
  LookupTerms,
  UnavailableCause,
} from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { createEvidence, faultCauses } from './failure-evidence.ts'
import { failed, unavailable } from './lookup-result.ts'
import { createPauseStore, type Pause, type PauseStore } from './source-pause.ts'

/**
 * Pauses a source that refuses or fails, but never because of one visitor's link: a refusal counts
 * only for a post's page, and only once a post known to work is refused too.
 */

export type BreakerOptions = {
  /** Links to posts that are known to work. */
  knownPosts?: () => readonly string[]
  /** Links to use while there is none of those; TikTok's by default. */
  canaries?: readonly string[]
  pause?: PauseStore
  /** True if a rate limit is a refusal like any other; false for a source that waits by itself. */
  countsLimits?: boolean
  /** Milliseconds of the first pause after a refusal; a minute by default. */
  refusedMs?: number
  /** True if the source is in use, so that the end of a pause is worth a test look-up. */
  isUsed?: () => boolean
}

export type GuardedSource = Extractor & {
  /** Looks up during a pause too, and ends it if the source answers. For posts known to work. */
  tryOut: Extractor['lookup']
  /**
   * Waits for a running test look-up. Returns the failure to answer with during a pause. Null if
   * the source may be asked.
   */
  stopped(signal: AbortSignal): Promise<LookupResult | null>
}

/** Longest pause of a source that refuses this server. */
const longestRefusedMs = 60 * minuteMs
const faults = { firstMs: 10_000, longestMs: 300_000 }
const refusalCauses = new Set<UnavailableCause>(['challenged', 'blocked'])
const countedCauses = new Set<UnavailableCause>([...refusalCauses, ...faultCauses, 'shape'])
const checkGapMs = minuteMs
const checkMs = 12_000
/** After a refusal that may concern one link only. */
const unconfirmedSeconds = 20
const longestUnconfirmedSeconds = 60

export function withBreaker(source: Extractor, options: BreakerOptions = {}): GuardedSource {
  const { pause: store = createPauseStore(), isUsed = () => true, refusedMs = minuteMs } = options
  const causeOf = causes(options)
  const evidence = createEvidence()
  const knownPosts = createKnownPosts(source, options)
  const { begin, probe, unpaused } = createPauses(knownPosts, { store, isUsed, refusedMs })

  /** Judges a failure for a post's page. The look-up waits for it to report a pause correctly. */
  async function judge(
    cause: UnavailableCause,
    postId: string,
    result: LookupResult,
    { signal, asker = theSite }: LookupTerms & { signal: AbortSignal },
  ): Promise<LookupResult> {
    const isRefusal = refusalCauses.has(cause)
    if (!isRefusal && !evidence.isEnough(cause, postId, asker)) return result
    const answer = await settled(knownPosts.check(postId), signal)
    if (answer === 'answers') evidence.clear()
    const isConfirmed = isCause(answer) && (!isRefusal || refusalCauses.has(answer))
    if (isConfirmed && store.current() === null) begin(answer)
    return store.current() === null ? result : paused(cause)
  }

  function paused(met?: UnavailableCause): LookupResult {
    const pause = store.current()
    const seconds = Math.max(1, Math.ceil((pause === null ? 0 : leftMs(pause)) / 1000))
    const { failure } = unavailable('breaker_open', seconds)
    return failed({
      ...failure,
      ...(pause !== null && { because: pause.cause }),
      ...(met !== undefined && { met }),
    })
  }

  async function stopped(signal: AbortSignal): Promise<LookupResult | null> {
    if (store.current() === null) return null
    await settled(probe(), signal)
    if (signal.aborted) return failed({ kind: 'aborted' })
    return store.current() === null ? null : paused()
  }

  return {
    ...source,
    stopped,
    async lookup(ref, signal, terms) {
      if (signal.aborted) return failed({ kind: 'aborted' })
      const refusal = await stopped(signal)
      if (refusal !== null) return refusal
      const began = unpaused()
      const result = await source.lookup(ref, AbortSignal.any([signal, began]), terms)
      evidence.note(result)
      const cause = causeOf(result)
      if (cause === null && !isAborted(result)) return result
      if (began.aborted && !signal.aborted) return paused()
      if (cause === null) return result
      const judged =
        ref.kind === 'post' && !signal.aborted
          ? await judge(cause, ref.postId, result, { ...terms, signal })
          : result
      return judged === result ? unconfirmed(result) : judged
    },
    async tryOut(ref, signal, terms) {
      const result = await source.lookup(ref, signal, terms)
      const isAnswer = result.ok || result.failure.kind === 'not_found'
      if (isAnswer && store.current() !== null) store.set(null)
      return result
    },
    status() {
      const pause = store.current()
      const breaker = pause === null ? 'closed' : leftMs(pause) > 0 ? 'open' : 'half_open'
      const own = source.status()
      return { ...own, breaker, pausedUntil: pause?.until ?? own.pausedUntil ?? null }
    },
  }
}

/** Begins pauses, and ends or prolongs them by looking up a known post. */
function createPauses(
  knownPosts: Pick<ReturnType<typeof createKnownPosts>, 'ask'>,
  { store, isUsed, refusedMs }: { store: PauseStore; isUsed: () => boolean; refusedMs: number },
) {
  let probing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let unpaused = new AbortController()

  store.onChange(follow)
  follow()

  function follow(): void {
    clearTimeout(timer)
    const pause = store.current()
    if (pause === null) return
    const ended = unpaused
    unpaused = new AbortController()
    ended.abort()
    waitFor(pause)
  }

  /** Timers can fire early. */
  function waitFor(pause: Pause): void {
    timer = setTimeout(() => {
      if (leftMs(pause) > 0) waitFor(pause)
      else if (isUsed()) void probe()
    }, leftMs(pause)).unref()
  }

  function begin(cause: UnavailableCause, lastMs = 0): void {
    const refusals = { firstMs: refusedMs, longestMs: longestRefusedMs }
    const { firstMs, longestMs } = faultCauses.has(cause) ? faults : refusals
    const lengthMs = Math.min(longestMs, Math.max(firstMs, lastMs * 2))
    store.set({ until: steadyNow() + lengthMs, lengthMs, cause })
  }

  /** Tests a known post to end or prolong a pause that is over. Does nothing during one. */
  function probe(): Promise<void> {
    const pause = store.current()
    if (pause === null || leftMs(pause) > 0) return probing ?? Promise.resolve()
    probing ??= decide(pause).finally(() => {
      probing = null
    })
    return probing
  }

  async function decide(pause: Pause): Promise<void> {
    if (!(await store.claim(pause))) return
    const answer = await knownPosts.ask(null)
    if (answer === 'answers') store.set(null)
    // `begin` doubles the length, so an inconclusive test repeats the same pause.
    else if (answer === 'unknown') begin(pause.cause, pause.lengthMs / 2)
    else begin(answer, pause.lengthMs)
  }

  return {
    begin,
    probe,
    /** Aborts when the next pause begins. */
    unpaused: () => unpaused.signal,
  }
}

/** A known post's outcome: the source answers (with or without it), or why it failed. */
type Answer = 'answers' | 'unknown' | UnavailableCause

function createKnownPosts(source: Extractor, options: BreakerOptions) {
  const { knownPosts = () => [], canaries = canaryLinks } = options
  const causeOf = causes(options)
  let turn = 0
  let checking: Promise<Answer> | null = null
  let checkedAt = Number.NEGATIVE_INFINITY

  async function ask(except: string | null): Promise<Answer> {
    const others = (some: readonly string[]) =>
      refsOf(some).filter(({ postId }) => postId !== except)
    const own = others(knownPosts())
    const refs = own.length > 0 ? own : others(canaries)
    const ref = refs[turn % refs.length]
    turn += 1
    if (ref === undefined) return 'unknown'
    const result = await source.lookup(ref, AbortSignal.timeout(checkMs), { withinMs: checkMs })
    if (result.ok || result.failure.kind === 'not_found') return 'answers'
    const cause = causeOf(result)
    return cause !== null && countedCauses.has(cause) ? cause : 'unknown'
  }

  /** Looks up a known post. Null if one was tested less than a minute ago. */
  function check(failedPostId: string): Promise<Answer> | null {
    if (checking === null && steadyNow() - checkedAt < checkGapMs) return null
    if (checking === null) checkedAt = steadyNow()
    checking ??= ask(failedPostId).finally(() => {
      checking = null
    })
    return checking
  }

  return { ask, check }
}

function refsOf(links: readonly string[]) {
  return links.flatMap((link) => {
    const parsed = parsePostLink(link)
    return parsed.ok && parsed.ref.kind === 'post' ? [parsed.ref] : []
  })
}

/** Adds a retry time to a refusal that may concern one link only. */
export function unconfirmed(result: LookupResult): LookupResult {
  if (result.ok || result.failure.kind !== 'unavailable') return result
  const { cause, retryAfterSeconds } = result.failure
  if (!refusalCauses.has(cause)) return result
  return failed({
    ...result.failure,
    retryAfterSeconds: Math.min(retryAfterSeconds ?? unconfirmedSeconds, longestUnconfirmedSeconds),
  })
}

function leftMs({ until }: Pause): number {
  return Math.max(0, until - steadyNow())
}

/** Returns a function for why a source failed, which is null for what is no fault of its own. */
function causes({ countsLimits = false }: BreakerOptions) {
  return (result: LookupResult): UnavailableCause | null => {
    if (result.ok) return null
    const { failure } = result
    if (failure.kind === 'rate_limited' && countsLimits) return 'blocked'
    return failure.kind === 'unavailable' ? failure.cause : null
  }
}

function isAborted(result: LookupResult): boolean {
  return !result.ok && result.failure.kind === 'aborted'
}

function isCause(answer: Answer | null): answer is UnavailableCause {
  return answer !== null && answer !== 'answers' && answer !== 'unknown'
}

/** Resolves to the promise's value. Null without one, or if the signal aborts first. */
async function settled<T>(promise: Promise<T> | null, signal: AbortSignal): Promise<T | null> {
  if (promise === null || signal.aborted) return null
  return new Promise((resolve, reject) => {
    const leave = () => resolve(null)
    signal.addEventListener('abort', leave, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
