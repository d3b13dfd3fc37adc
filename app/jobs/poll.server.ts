import { log } from '#app/observe/log.server.ts'

export const pollMs = 1_000

/**
 * Has `look` claim the due jobs: right away once woken, otherwise once a second. It gets the kinds
 * that are known to have work, and asks the database for others.
 */
export function createPoll(look: (known: readonly string[]) => Promise<void>) {
  const wanted = new Set<string>()
  let looking: Promise<void> | null = null
  let isStopped = true
  let hasFailed = false
  let next: NodeJS.Timeout | undefined

  function wake(kind?: string): void {
    if (kind !== undefined) wanted.add(kind)
    if (isStopped || looking !== null) return
    clearTimeout(next)
    const known = [...wanted]
    wanted.clear()
    looking = look(known)
      .then(() => {
        hasFailed = false
      })
      .catch((error: unknown) => {
        wanted.clear()
        if (!hasFailed) log.error({ err: error }, 'jobs not claimed')
        hasFailed = true
      })
      .finally(() => {
        looking = null
        if (wanted.size > 0) wake()
        else if (!isStopped) next = setTimeout(wake, pollMs).unref()
      })
  }

  return {
    wake,
    start(): void {
      isStopped = false
      wake()
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(next)
      await looking
    },
  }
}

/** Does the work at an interval, unless it is still being done. */
export function every(ms: number, work: () => Promise<void>, failure: string): NodeJS.Timeout {
  let isBusy = false
  return setInterval(() => {
    if (isBusy) return
    isBusy = true
    work()
      .catch((error: unknown) => log.warn({ err: error }, failure))
      .finally(() => {
        isBusy = false
      })
  }, ms).unref()
}
