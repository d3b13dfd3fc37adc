import type { Kysely } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import { onPulse } from '#app/processes/pulse.server.ts'
import { upkeepDb } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'

type Search = {
  /** Kinds that are known to have work. */
  known: readonly string[]
  /** Asks for other kinds too, on this connection. Null if that isn't due. */
  asks: Kysely<Database> | null
}

/** Has `look` claim due jobs: those of a kind right away once woken, others with each pulse. */
export function createPoll(look: (search: Search) => Promise<void>) {
  const wanted = new Set<string>()
  let asks: Kysely<Database> | null = null
  let looking: Promise<void> | null = null
  let isStopped = true
  let hasFailed = false
  let stopPulse = async () => {}

  function lookNow(): void {
    if (isStopped || looking !== null) return
    const search = { known: [...wanted], asks }
    wanted.clear()
    asks = null
    looking = look(search)
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
        if (wanted.size > 0 || asks !== null) lookNow()
      })
  }

  async function ask(executor: Kysely<Database>): Promise<void> {
    asks = executor
    lookNow()
    await looking
  }

  return {
    wake(kind: string): void {
      wanted.add(kind)
      lookNow()
    },
    start(): void {
      isStopped = false
      void ask(upkeepDb)
      stopPulse = onPulse({ run: ask, failure: 'jobs not claimed' })
    },
    async stop(): Promise<void> {
      isStopped = true
      await Promise.all([looking, stopPulse()])
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
