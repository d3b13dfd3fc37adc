import type { ServerResponse } from 'node:http'

type ReaderLimits = {
  leastBytesPerSecond: number
  /** Longest time without reading a page, besides the waiting bytes' time at the minimum rate. */
  graceMs: number
  /** The same for a file that is sent from somewhere else. */
  fileGraceMs: number
  /** Bytes of a file that can wait between its answer and its reader, where they aren't seen. */
  mostUnseenBytes: number
  /** Max bytes of complete answers waiting for all clients together. */
  mostBytes: number
}

/** When a client last read something, and the bytes its connection had taken by then. */
type Pace = { taken: number; since: number }

/** A file's reader. `left` is what its connection can still owe, in bytes at the minimum rate. */
type FilePace = Pace & { left: number; checkedAt: number; waits: boolean }

/**
 * Watches answers until their clients have read them. A client that reads a byte now and then is
 * never idle, and would hold an answer and a download slot indefinitely.
 *
 * Only what the system has taken can be seen, and it takes megabytes at once and then nothing for
 * minutes, until a slow client has read a part of them. So a file's connection earns time with what
 * it takes.
 */
export function createReaderWatch(limits: ReaderLimits) {
  const { graceMs, fileGraceMs, leastBytesPerSecond, mostUnseenBytes, mostBytes } = limits
  const startBytes = bytesIn(fileGraceMs)
  /** In the order of the requests. Null while nothing waits to be read. */
  const open = new Map<ServerResponse, Pace | null>()
  const files = new Map<ServerResponse, FilePace>()

  function bytesIn(ms: number): number {
    return (ms / 1000) * leastBytesPerSecond
  }

  /** Returns the waiting bytes of a complete answer. Streams limit themselves. */
  const wholeBytes = (res: ServerResponse) => (res.writableEnded ? res.writableLength : 0)

  function keepsPace(res: ServerResponse, before: Pace | null, now: number): boolean {
    const { writableLength } = res
    const taken = takenBy(res)
    // Without a socket it waits for the previous answer on its connection, which is checked too.
    if (taken === null || writableLength === 0) {
      if (before !== null) open.set(res, null)
      return true
    }
    if (before === null || taken > before.taken) {
      open.set(res, { taken, since: now })
      return true
    }
    return now - before.since <= graceMs + (writableLength / leastBytesPerSecond) * 1000
  }

  function keepsFilePace(res: ServerResponse, pace: FilePace, now: number): boolean {
    const taken = takenBy(res)
    // Waiting for the media host costs nothing.
    const owed = pace.waits ? bytesIn(now - pace.checkedAt) : 0
    const waits = taken !== null && res.writableLength > 0
    const gained = Math.max(0, (taken ?? 0) - pace.taken)
    if (gained > 0 || !waits) pace.since = now
    pace.taken += gained
    pace.left = Math.min(pace.left + gained, startBytes + mostUnseenBytes) - owed
    pace.waits = waits
    pace.checkedAt = now
    return pace.left >= 0
  }

  return {
    /** Must be called for each request, and `forget` when its answer is closed. */
    add(res: ServerResponse): void {
      open.set(res, null)
    },

    /**
     * Must be called before a file is sent. Returns a function that tells for how many milliseconds
     * its connection has taken nothing while bytes were waiting.
     */
    sendsFile(res: ServerResponse, now: number): () => number {
      const taken = takenBy(res) ?? 0
      const pace = { taken, since: now, left: startBytes, checkedAt: now, waits: false }
      open.delete(res)
      files.set(res, pace)
      return () => pace.checkedAt - pace.since
    },

    forget(res: ServerResponse): void {
      open.delete(res)
      files.delete(res)
    },

    /** Cuts off slow clients and, if too many bytes of pages wait, those of the oldest requests. */
    check(now: number): void {
      let waiting = 0
      for (const [res, pace] of files) if (!keepsFilePace(res, pace, now)) res.req.socket.destroy()
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

/** Returns what an answer's connection has taken, or null while a previous answer has it. */
function takenBy({ socket }: ServerResponse): number | null {
  return socket === null ? null : socket.bytesWritten - socket.writableLength
}

export const readerWatch = createReaderWatch({
  leastBytesPerSecond: 1024,
  graceMs: 60_000,
  // After 90 seconds of nothing, TCP can take as long again before it sends anew.
  fileGraceMs: 240_000,
  // The system's largest buffer for sending. Of a proxy's own buffers, a part has to be read too.
  mostUnseenBytes: 4 * 1024 ** 2,
  mostBytes: 64 * 1024 ** 2,
})
const timer = setInterval(() => readerWatch.check(performance.now()), 1000).unref()
import.meta.hot?.dispose(() => clearInterval(timer))
