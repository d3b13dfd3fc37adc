import { networkOf } from '#app/utils/ip-address.ts'
import type { SaveFormat } from '#app/utils/save-format.ts'
import { countDownload } from './post-counts.server.ts'
import { settings } from './settings.server.ts'

/** How many files one network may be sent at the same time. */
const perNetworkLimit = 12

type Running = { postId: string; cut: () => void }

const running = new Set<Running & { network: string }>()
/** Small, and many on one page: they are cut as saves are, but take none of their places. */
const covers = new Set<Running>()

export type Admission =
  | { ok: true; save: { signal: AbortSignal; end(sentWhole: boolean): void } }
  | { ok: false; reason: 'too_many_here' | 'too_many_in_all' }

/**
 * Takes a place for a file that is about to be sent. Every place taken must be given back with
 * `end`; the signal says that the operator cut the stream off, or that the server is going down.
 */
export function admitSave(postId: string, format: SaveFormat, clientAddress: string): Admission {
  if (running.size >= settings().maxConcurrentDownloads) {
    return { ok: false, reason: 'too_many_in_all' }
  }
  const network = networkOf(clientAddress)
  let here = 0
  for (const save of running) if (save.network === network) here += 1
  if (here >= perNetworkLimit) return { ok: false, reason: 'too_many_here' }

  const controller = new AbortController()
  const save = { postId, network, cut: () => controller.abort() }
  running.add(save)
  return {
    ok: true,
    save: {
      signal: controller.signal,
      end(sentWhole) {
        if (running.delete(save) && sentWhole) countDownload(postId, format)
      },
    },
  }
}

export function runningSaveCount(): number {
  return running.size
}

/** Registers a cover that is about to be sent; `end` must be called as for a save. */
export function openCoverStream(postId: string): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const cover = { postId, cut: () => controller.abort() }
  covers.add(cover)
  return { signal: controller.signal, end: () => void covers.delete(cover) }
}

/** The posts that something is being sent of. */
export function runningPostIds(): string[] {
  return [...new Set([...running, ...covers].map(({ postId }) => postId))]
}

/** Cuts every running stream of a post, or of all posts. */
export function cutSaves(postId?: string): void {
  for (const stream of [...running, ...covers]) {
    if (postId === undefined || stream.postId === postId) stream.cut()
  }
}
