import { type CountedNetwork, networksOf } from '#app/utils/ip-address.ts'

/** Pictures are small and many on one page, so they have places of their own. */
export type StreamKind = 'save' | 'picture'

/** How many streams a single network may be sent at the same time. */
const perNetworkLimit: Record<StreamKind, number> = { save: 12, picture: 60 }
/** How many pictures are sent at once to all visitors. */
export const pictureLimit = 600

type Running = { kind: StreamKind; postId: string; networks: CountedNetwork[]; cut: () => void }

const running = new Set<Running>()

type Place = { signal: AbortSignal; end(): void }
export type Admission =
  | { ok: true; place: Place }
  | { ok: false; reason: 'too_many_here' | 'too_many_in_all' }

/**
 * Takes a place for a file that is about to be sent; at most `limit` of its kind are sent at once. Every place taken must be given back with
 * `end`; the signal says that the operator cut the stream off, or that the server is going down.
 */
export function admitStream(
  kind: StreamKind,
  postId: string,
  clientAddress: string,
  limit: number,
): Admission {
  const networks = networksOf(clientAddress)
  const same = [...running].filter((stream) => stream.kind === kind)
  const inAll = same.length
  const full = networks.some(({ network, allowance }) => {
    const here = same.filter((other) => other.networks.some((own) => own.network === network))
    return here.length >= perNetworkLimit[kind] * allowance
  })
  if (inAll >= limit) return { ok: false, reason: 'too_many_in_all' }
  if (full) return { ok: false, reason: 'too_many_here' }

  const controller = new AbortController()
  const stream = { kind, postId, networks, cut: () => controller.abort() }
  running.add(stream)
  return {
    ok: true,
    place: { signal: controller.signal, end: () => void running.delete(stream) },
  }
}

/** How many streams of each kind run. */
export function runningStreamCounts(): Record<StreamKind, number> {
  const counts = { save: 0, picture: 0 }
  for (const { kind } of running) counts[kind] += 1
  return counts
}

export function runningSaveCount(): number {
  return runningStreamCounts().save
}

/** The posts that something is being sent of. */
export function runningPostIds(): string[] {
  return [...new Set([...running].map(({ postId }) => postId))]
}

/** Cuts every running stream of a post, or of all posts. */
export function cutSaves(postId?: string): void {
  for (const stream of running) {
    if (postId === undefined || stream.postId === postId) stream.cut()
  }
}
