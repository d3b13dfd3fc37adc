import type { Kysely } from 'kysely'
import { createOutageLines } from '#app/observe/outage-lines.server.ts'
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
  const claiming = createOutageLines('jobs not claimed', 'jobs are claimed again')
  let stopPulse = async () => {}

  function lookNow(): void {
    if (isStopped || looking !== null) return
    const search = { known: [...wanted], asks }
    wanted.clear()
    asks = null
    const looked = look(search).catch((error: unknown) => {
      wanted.clear()
      throw error
    })
    looking = claiming.of(looked).finally(() => {
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
      stopPulse = onPulse({ run: ask })
    },
    async stop(): Promise<void> {
      isStopped = true
      await Promise.all([looking, stopPulse()])
    },
  }
}

/**
 * Does the work now and at an interval, unless it is still being done. `failure` is logged when it
 * begins to fail, and `recovery` when it works again.
 */
export function every(
  ms: number,
  work: () => Promise<void>,
  failure: string,
  recovery: string,
): NodeJS.Timeout {
  const lines = createOutageLines(failure, recovery)
  let isBusy = false
  async function once(): Promise<void> {
    if (isBusy) return
    isBusy = true
    await lines.of(work())
    isBusy = false
  }
  void once()
  return setInterval(once, ms).unref()
}
