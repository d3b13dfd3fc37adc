import type { ServerResponse } from 'node:http'

type ReaderLimits = {
  /** Longest time without reading, besides the waiting bytes' time at the minimum rate. */
  graceMs: number
  leastBytesPerSecond: number
  /** Max bytes of complete answers waiting for all clients together. */
  mostBytes: number
}

/** When a client last read something, and the bytes its connection had taken by then. */
type Pace = { taken: number; since: number }

/**
 * Watches answers until their clients have read them. A client that reads a byte now and then is
 * never idle, and would hold an answer and a download slot indefinitely.
 */
export function createReaderWatch({ graceMs, leastBytesPerSecond, mostBytes }: ReaderLimits) {
  /** In the order of the requests. Null while nothing waits to be read. */
  const open = new Map<ServerResponse, Pace | null>()

  /** Returns the waiting bytes of a complete answer. Streams limit themselves. */
  const wholeBytes = (res: ServerResponse) => (res.writableEnded ? res.writableLength : 0)

  function keepsPace(res: ServerResponse, before: Pace | null, now: number): boolean {
    const { socket, writableLength } = res
    // Without a socket it waits for the previous answer on its connection, which is checked too.
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
    /** Must be called for each request, and `forget` when its answer is closed. */
    add(res: ServerResponse): void {
      open.set(res, null)
    },

    forget(res: ServerResponse): void {
      open.delete(res)
    },

    /** Cuts off slow clients and, if too many bytes wait, those with the oldest requests. */
    check(now: number): void {
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

export const readerWatch = createReaderWatch({
  graceMs: 60_000,
  leastBytesPerSecond: 1024,
  mostBytes: 64 * 1024 ** 2,
})
const timer = setInterval(() => readerWatch.check(performance.now()), 1000).unref()
import.meta.hot?.dispose(() => clearInterval(timer))
