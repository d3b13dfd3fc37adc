import { type CountedNetwork, networksOf, widestNetworkOf } from '#app/http/ip-address.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'

/** Pictures have slots of their own, since they are small and many on one page. */
export type StreamKind = 'save' | 'picture'

const perNetworkLimit: Record<StreamKind, number> = { save: 12, picture: 60 }
/** Max simultaneous pictures to all visitors. */
export const pictureLimit = 600

type Running = {
  kind: StreamKind
  /** The post being sent. In a batch it's the current one, '' between two. */
  postId: string
  networks: CountedNetwork[]
  /** See `widestNetworkOf`. */
  network: string
  startedAt: number
  sent: () => number
  silentMs: () => number
  cutPost: () => void
  cutAll: () => void
  giveWay: () => void
}

const running = new Set<Running>()

/** A stream's slot. Must be released however the stream ends. */
export type StreamSlot = {
  /** Aborts when an operator cuts the stream off, when the server stops, and when it gives way. */
  signal: AbortSignal
  release(): void
  /** True if it was cut off for a network with fewer streams. */
  gaveWay(): boolean
  /**
   * Sets what finds the slowest stream: its sent bytes, and for how many milliseconds its reader's
   * connection has taken none. Until then both are 0.
   */
  measure(sent: () => number, silentMs: () => number): void
  /**
   * Sets the current post in a stream of several. The returned signal also aborts if only this post
   * is cut off, and the stream goes on.
   */
  sends(postId: string): AbortSignal
}
export type Admission =
  | { ok: true; slot: StreamSlot }
  | { ok: false; reason: 'too_many_here' | 'too_many_in_all' }

/** Takes a slot for a stream. At most `limit` streams of its kind run at once. */
export function admitStream(
  kind: StreamKind,
  postId: string,
  clientAddress: string,
  limit: number,
): Admission {
  const networks = networksOf(clientAddress)
  const same = [...running].filter((stream) => stream.kind === kind)
  const network = widestNetworkOf(clientAddress)
  const full = networks
    .map((range) => ({
      here: same.filter((other) => other.networks.some((own) => own.network === range.network)),
      most: perNetworkLimit[kind] * range.allowance,
    }))
    .find(({ here, most }) => here.length >= most)
  if (full !== undefined) {
    // The first is the narrowest, and part of the others.
    const silent = longestSilent(full.here)
    if (silent === null) return { ok: false, reason: 'too_many_here' }
    silent.giveWay()
  } else if (same.length >= limit) {
    const slowest = whoGivesWay(same, network)
    if (slowest === null) return { ok: false, reason: 'too_many_in_all' }
    slowest.giveWay()
  }

  const controller = new AbortController()
  const cut = () => controller.abort()
  let hasGivenWay = false
  const stream: Running = {
    kind,
    postId,
    networks,
    network,
    startedAt: performance.now(),
    sent: () => 0,
    silentMs: () => 0,
    cutPost: cut,
    cutAll: cut,
    giveWay() {
      hasGivenWay = true
      running.delete(stream)
      cut()
    },
  }
  running.add(stream)
  if (kind === 'save') topicChanged('downloads')
  return {
    ok: true,
    slot: {
      signal: controller.signal,
      release() {
        running.delete(stream)
        if (kind === 'save') topicChanged('downloads')
      },
      gaveWay: () => hasGivenWay,
      measure(sent, silentMs) {
        stream.sent = sent
        stream.silentMs = silentMs
      },
      sends(next) {
        const ofPost = new AbortController()
        stream.postId = next
        stream.cutPost = () => ofPost.abort()
        return AbortSignal.any([controller.signal, ofPost.signal])
      },
    },
  }
}

/** Of networks with fewer streams, only silent ones give way. */
const many = 3
/** Streams this young have no pace yet. */
const youngMs = 5_000
/** A reader whose connection takes nothing for this long is probably gone, or very slow. */
const silenceMs = 90_000

/**
 * Returns the stream that gives way when all slots are taken: the one silent for longest, first of
 * the network with the most, then of any. If none is silent, the slowest of the network with the
 * most. Null if the newcomer's network would then have as many.
 */
function whoGivesWay(streams: readonly Running[], newcomer: string): Running | null {
  const byNetwork = Map.groupBy(streams, ({ network }) => network)
  const count = (network: string) => byNetwork.get(network)?.length ?? 0
  const own = count(newcomer)
  let largest: readonly Running[] = []
  for (const held of byNetwork.values()) if (held.length > largest.length) largest = held
  if (largest.length < Math.max(many, own + 2)) largest = []
  const others = streams.filter(
    ({ network }) => network === newcomer || own < Math.max(many, count(network)),
  )
  return longestSilent(largest) ?? longestSilent(others) ?? slowest(largest)
}

function longestSilent(streams: readonly Running[]): Running | null {
  const silent = streams.filter((stream) => stream.silentMs() >= silenceMs)
  return silent.sort((a, b) => b.silentMs() - a.silentMs())[0] ?? null
}

function slowest(streams: readonly Running[]): Running | null {
  const now = performance.now()
  const age = ({ startedAt }: Running) => now - startedAt
  const grown = streams.filter((stream) => age(stream) >= youngMs)
  const pace = (stream: Running) => stream.sent() / Math.max(1, age(stream))
  return (grown.length > 0 ? grown : streams).reduce<Running | null>(
    (slowest, next) => (slowest === null || pace(next) < pace(slowest) ? next : slowest),
    null,
  )
}

export function runningStreamCounts(): Record<StreamKind, number> {
  const counts = { save: 0, picture: 0 }
  for (const { kind } of running) counts[kind] += 1
  return counts
}

export function runningSaveCount(): number {
  return runningStreamCounts().save
}

export function runningPostIds(): string[] {
  return [...new Set([...running].map(({ postId }) => postId).filter((id) => id !== ''))]
}

/** Cuts every running stream of a post, or of all posts. */
export function cutSaves(postId?: string): void {
  for (const stream of running) {
    if (postId === undefined) stream.cutAll()
    else if (stream.postId === postId) stream.cutPost()
  }
}
