import type { ServerResponse } from 'node:http'

/** How readers are judged who do not take what is ready for them. */
type ReaderLimits = {
  /** So long nothing may move, and then what waits must have gone at the least rate. */
  graceMs: number
  leastBytesPerSecond: number
  /** So much of whole answers may wait for all readers together. */
  mostBytes: number
}

/** When a reader last took something, and how much the connection had taken by then. */
type Pace = { taken: number; since: number }

/**
 * Looks after answers until their readers have them. Who reads a byte now and then is never idle,
 * and would hold an answer, and a place for downloads, for as long as he likes.
 */
export function createReaderWatch({ graceMs, leastBytesPerSecond, mostBytes }: ReaderLimits) {
  /** In the order of asking; null while nothing waits for the reader. */
  const open = new Map<ServerResponse, Pace | null>()

  /** Bytes of a whole answer that wait; streams hold back their sources themselves. */
  const wholeBytes = (res: ServerResponse) => (res.writableEnded ? res.writableLength : 0)

  /** False for a reader who is too slow. */
  function keepsPace(res: ServerResponse, before: Pace | null, now: number): boolean {
    const { socket, writableLength } = res
    // Without a socket it waits for the answer before it on its connection, which is looked at too.
    if (socket === null || writableLength === 0) {
      if (before !== null) open.set(res, null)
      return true
    }
    const taken = socket.bytesWritten - socket.writableLength
    if (before === null || taken > before.taken) {
      open.set(res, { taken, since: now })
      return true
    }
    return now - before.since <= graceMs + (writableLength / leastBytesPerSecond) * 1000
  }

  return {
    /** To be called as soon as there is a request to answer, and `forget` once it is closed. */
    add(res: ServerResponse): void {
      open.set(res, null)
    },

    forget(res: ServerResponse): void {
      open.delete(res)
    },

    /** Cuts off the slow ones and, where too much waits, those who have asked first. */
    look(now: number): void {
      let waiting = 0
      for (const [res, pace] of open) {
        if (keepsPace(res, pace, now)) waiting += wholeBytes(res)
        else res.req.socket.destroy()
      }
      for (const res of open.keys()) {
        if (waiting <= mostBytes) break
        const bytes = wholeBytes(res)
        if (bytes > 0) res.req.socket.destroy()
        waiting -= bytes
      }
    },
  }
}

/** Of all readers of this server. */
export const readerWatch = createReaderWatch({
  graceMs: 60_000,
  leastBytesPerSecond: 1024,
  mostBytes: 64 * 1024 ** 2,
})
const timer = setInterval(() => readerWatch.look(performance.now()), 1000).unref()
import.meta.hot?.dispose(() => clearInterval(timer))
