import { networkOf } from '#app/utils/ip-address.ts'
import { countDownload } from './post-counts.server.ts'
import { settings } from './settings.server.ts'

/** How many files one network may be sent at the same time. */
const perNetworkLimit = 12

type RunningSave = { postId: string; network: string; cut: () => void }

const running = new Set<RunningSave>()

export type Admission =
  | { ok: true; save: { signal: AbortSignal; end(sentWhole: boolean): void } }
  | { ok: false; reason: 'too_many_here' | 'too_many_in_all' }

/**
 * Takes a place for a file that is about to be sent. Every place taken must be given back with
 * `end`; the signal says that the operator cut the stream off, or that the server is going down.
 */
export function admitSave(postId: string, clientAddress: string): Admission {
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
        if (running.delete(save) && sentWhole) countDownload(postId)
      },
    },
  }
}

export function runningSaveCount(): number {
  return running.size
}

/** Cuts every running stream of a post, or of all posts. */
export function cutSaves(postId?: string): void {
  for (const save of running) if (postId === undefined || save.postId === postId) save.cut()
}
