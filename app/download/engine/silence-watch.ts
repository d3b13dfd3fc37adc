/** Ends what a hostile file can have a thread do: work on and on and make nothing. */
export type SilenceWatch = {
  /** The thread works from now on, and has just been heard from. */
  heard(): void
  /** The thread waits for someone else. */
  waits(): void
  /** The thread has made something of the result. */
  made(): void
  /** The job is over. */
  stop(): void
}

export type SilenceLimits = {
  /** Milliseconds for which it may work unheard, however little processor time it gets. */
  silenceMs: number
  /**
   * Milliseconds of its own processor time within which it must make something, beyond what its
   * file's bytes take. Asking for more isn't enough: a file can have its bytes read again and
   * again.
   */
  busyMs: number
}

const lookMs = 1000

/**
 * `cpuMs` tells the processor time that counts, or null if it isn't known. `end` is
 * called with the reason, for the log.
 */
export function createSilenceWatch(
  { silenceMs, busyMs }: SilenceLimits,
  cpuMs: () => Promise<number | null>,
  end: (detail: string) => void,
): SilenceWatch {
  let silence: NodeJS.Timeout | undefined
  let looks: NodeJS.Timeout | undefined
  let isOver = false
  /** Processor time used when something was last made. Null until the next look. */
  let usedBefore: number | null = null

  const look = async (): Promise<void> => {
    const used = await cpuMs()
    if (isOver || used === null) return
    usedBefore ??= used
    const spent = Math.round(used - usedBefore)
    if (spent < busyMs) looks = setTimeout(look, lookMs)
    else end(`made nothing in ${spent} ms of processor time`)
  }

  return {
    heard() {
      if (isOver) return
      clearTimeout(silence)
      silence = setTimeout(() => end(`made nothing for ${silenceMs} ms`), silenceMs)
      looks ??= setTimeout(look, lookMs)
    },
    waits: () => clearTimeout(silence),
    made() {
      usedBefore = null
    },
    stop() {
      isOver = true
      clearTimeout(silence)
      clearTimeout(looks)
    },
  }
}
