import { columnsOf, type SourceId, sourceIdOf } from '#app/download/platforms/source-id.ts'
import { log } from '#app/observe/log.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { databaseIsShared, db, onDatabaseReplaced } from '#db/engine.ts'
import { isUnavailableCause } from './source-causes.ts'
import { createPauseStore, type Pause, type PauseStore } from './source-pause.ts'

/**
 * Pauses of sources, in memory and in the database: they outlive a restart, and all processes on
 * the database share them.
 */

/** For this long the test look-up after a pause is reserved for the process that claimed it. */
const probeMs = 20_000

const memories = new Map<SourceId, PauseStore>()
const listeners: (() => void)[] = []
let stored = await load()
/** Serializes writes, so that the last one counts. */
let writing: Promise<void> = Promise.resolve()

signals.on('pauses', reload)
onDatabaseReplaced(reload)

/** Calls `listener` when a pause begins or ends, in any process. */
export function onPauseChange(listener: () => void): void {
  listeners.push(listener)
}

export function pauseStoreOf(name: SourceId): PauseStore {
  const memory = memoryOf(name)
  return {
    ...memory,
    set(pause) {
      memory.set(pause)
      writing = writing.then(() => write(name, pause))
    },
    claim: (pause) => claim(name, pause),
  }
}

function memoryOf(name: SourceId): PauseStore {
  const known = memories.get(name)
  if (known !== undefined) return known
  const memory = createPauseStore()
  memory.set(stored.get(name) ?? null)
  memory.onChange(() => {
    for (const listener of listeners) listener()
  })
  memories.set(name, memory)
  return memory
}

async function reload(): Promise<void> {
  stored = await load()
  for (const [name, memory] of memories) {
    const pause = stored.get(name) ?? null
    if (pause?.until !== memory.current()?.until) memory.set(pause)
  }
}

async function load(): Promise<Map<SourceId, Pause>> {
  const rows = await db
    .selectFrom('source_states')
    .select(['source', 'platform', 'paused_until', 'pause_ms', 'pause_cause'])
    .execute()
  return new Map(
    rows.flatMap(({ paused_until: until, pause_ms: lengthMs, pause_cause: cause, ...columns }) => {
      const id = sourceIdOf(columns)
      return id === null ||
        until === null ||
        lengthMs === null ||
        cause === null ||
        !isUnavailableCause(cause)
        ? []
        : // A clock that was set back must not make it longer.
          [[id, { until: Math.min(until, steadyNow() + lengthMs), lengthMs, cause }] as const]
    }),
  )
}

async function write(name: SourceId, pause: Pause | null): Promise<void> {
  const row = {
    paused_until: pause?.until ?? null,
    pause_ms: pause?.lengthMs ?? null,
    pause_cause: pause?.cause ?? null,
  }
  try {
    await db
      .insertInto('source_states')
      .values({ ...columnsOf(name), ...row })
      .onConflict((conflict) => conflict.columns(['source', 'platform']).doUpdateSet(row))
      .execute()
    await signals.tell('pauses')
  } catch (error) {
    log.error({ err: error }, 'pause of a source not written down')
  }
}

/** Claims the test look-up by prolonging the stored pause, so that other processes wait. */
async function claim(name: SourceId, { until }: Pause): Promise<boolean> {
  if (!databaseIsShared) return true
  const { source, platform } = columnsOf(name)
  try {
    const { numUpdatedRows } = await db
      .updateTable('source_states')
      .set({ paused_until: steadyNow() + probeMs })
      .where('source', '=', source)
      .where('platform', '=', platform)
      .where('paused_until', '=', until)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await signals.tell('pauses')
    return numUpdatedRows > 0n
  } catch (error) {
    log.error({ err: error }, 'pause of a source not claimed')
    return true
  }
}
