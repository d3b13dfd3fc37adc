import { type CountedNetwork, networksOf } from '#app/http/ip-address.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'

/**
 * Pictures are small and many on one page, so they have slots of their own. So do the events that
 * keep a page of several links up to date, which send hardly anything.
 */
export type StreamKind = 'save' | 'picture' | 'events'

/** How many streams a single network can be sent at the same time. */
const perNetworkLimit: Record<StreamKind, number> = { save: 12, picture: 60, events: 12 }
/** How many pictures are sent at once to all visitors, and how many streams of events. */
export const pictureLimit = 600
export const eventsLimit = 300

type Running = {
  kind: StreamKind
  /** The post that is being sent; of a batch the one at hand, '' between two. */
  postId: string
  networks: CountedNetwork[]
  cutPost: () => void
  cutAll: () => void
}

const running = new Set<Running>()

/** A stream's slot. It must be released, whatever becomes of the stream. */
export type StreamSlot = {
  /** Aborts when an operator cuts the stream off, and when the server stops. */
  signal: AbortSignal
  release(): void
  /**
   * Sets the post that is sent from now on, in a stream of several. The signal returned also aborts
   * when only this post is cut off, and the stream goes on.
   */
  sends(postId: string): AbortSignal
}
export type Admission =
  | { ok: true; slot: StreamSlot }
  | { ok: false; reason: 'too_many_here' | 'too_many_in_all' }

/** Takes a slot for a stream that is about to be sent; at most `limit` of its kind are sent at once. */
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
  const cut = () => controller.abort()
  const stream: Running = { kind, postId, networks, cutPost: cut, cutAll: cut }
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
      sends(next) {
        const ofPost = new AbortController()
        stream.postId = next
        stream.cutPost = () => ofPost.abort()
        return AbortSignal.any([controller.signal, ofPost.signal])
      },
    },
  }
}

/** How many streams of each kind run. */
export function runningStreamCounts(): Record<StreamKind, number> {
  const counts = { save: 0, picture: 0, events: 0 }
  for (const { kind } of running) counts[kind] += 1
  return counts
}

export function runningSaveCount(): number {
  return runningStreamCounts().save
}

/** The posts that something is being sent of. */
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
