import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Expression, type Kysely, sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { databaseOutage } from '#app/observe/outages.server.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { databaseIsShared, databaseNow, upkeepDb } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { createLossWatch } from './lost-writes.ts'
import { onPulse, setAlone } from './pulse.server.ts'

/** Unique to this start of the process, among all on the database. */
export const processId = randomUUID()

const beatMs = 2_000
/** A process not seen for this long counts as dead. */
const aliveMs = 15_000
/** A process that ended without notice stays on the list for this long. */
const rememberedMs = 60 * 60_000

type Figures = Record<string, unknown>

/** The machine, the port, and the PID as in the log. */
const ownName = `${hostname()}:${env.PORT}, PID ${process.pid}`

type InstancesOptions = {
  db: Kysely<Database>
  shared: boolean
  /** The database's clock, in unix milliseconds. */
  now: () => Expression<number>
  id: string
  host?: string
}

/** Creates the list of processes on one database. If it isn't shared, nothing is written. */
export function createInstances({ db, shared, now, id, host = ownName }: InstancesOptions) {
  const sources: (() => Figures)[] = []
  let version = ''
  let stopPulse = async () => {}
  /** A heartbeat that has to wait would hold up what is asked together with it. */
  let isHeldUp = false
  const losses = createLossWatch({ beatMs, keptMs: rememberedMs })

  const figures = () => JSON.stringify(Object.assign({}, ...sources.map((source) => source())))

  /**
   * Writes this process's heartbeat and figures. `held_at`: the time of the one before. `others`:
   * how many other processes are alive.
   */
  async function beat(executor: Kysely<Database> = db) {
    return await executor
      .insertInto('instances')
      .values({ id, host, version, started_at: now(), seen_at: now(), figures: figures() })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          seen_at: eb.ref('excluded.seen_at'),
          figures: eb.ref('excluded.figures'),
        })),
      )
      .returning((eb) => [
        'seen_at',
        eb
          .selectFrom('instances as before')
          .select('before.seen_at')
          .where('before.id', '=', id)
          .as('held_at'),
        eb
          .selectFrom('instances as other')
          .select(eb.fn.countAll<number>().as('count'))
          .where('other.id', '<>', id)
          .where('other.seen_at', '>', sql<number>`${now()} - ${sql.lit(aliveMs)}`)
          .as('others'),
      ])
      .executeTakeFirstOrThrow()
  }

  async function beatAndCompare(executor: Kysely<Database>): Promise<void> {
    const { seen_at, held_at, others } = await beat(executor)
    losses.noteBeat(seen_at, held_at)
    setAlone(others === 0)
  }

  async function noteLife(together: Kysely<Database>): Promise<void> {
    try {
      await beatAndCompare(isHeldUp ? db : together)
      isHeldUp = false
      databaseOutage.noteWorks()
    } catch (error) {
      isHeldUp = true
      databaseOutage.noteFault(error)
    }
  }

  return {
    /** Calls `listener` when the database is found to be older than this process saw it. */
    onLoss: losses.onLoss,
    /** Adds what `source` returns to this process's figures. */
    addFigures(source: () => Figures): void {
      sources.push(source)
    },
    /** Writes the figures at once, in a transaction that depends on them. */
    async note(trx: Kysely<Database>): Promise<void> {
      if (shared) await beat(trx)
    },
    beat,
    /** Starts a heartbeat about every two seconds. `build` is this build's version. */
    async begin(build: string): Promise<void> {
      if (!shared) return
      version = build
      await db
        .deleteFrom('instances')
        .where('seen_at', '<', sql<number>`${now()} - ${rememberedMs}`)
        .execute()
      await beatAndCompare(db)
      stopPulse = onPulse({ run: noteLife, everyMs: beatMs })
    },
    async end(): Promise<void> {
      if (!shared) return
      await stopPulse()
      await db.deleteFrom('instances').where('id', '=', id).execute()
    },
    /** Returns the processes of the last hour, oldest first. Empty if the database isn't shared. */
    list: (executor = db): Promise<Instance[]> => listInstances(executor, { now, id }),
  }
}

export type Instance = CamelKeys<Omit<Database['instances'], 'figures'>> & {
  /** Milliseconds since it was last seen. */
  quietMs: number
  /** Milliseconds since it started, by the database's clock. */
  ageMs: number
  isAlive: boolean
  isThis: boolean
  figures: Figures
}

/** Reads the list by the database's clock. `id` is this process's. */
async function listInstances(
  db: Kysely<Database>,
  { now, id }: Pick<InstancesOptions, 'now' | 'id'>,
): Promise<Instance[]> {
  const rows = await db
    .selectFrom('instances')
    .selectAll()
    .select((eb) => eb(now(), '-', eb.ref('seen_at')).as('quiet_ms'))
    .where('seen_at', '>=', sql<number>`${now()} - ${rememberedMs}`)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(({ figures, ...row }) => ({
    ...camelKeys(row),
    ageMs: Number(row.seen_at) + Number(row.quiet_ms) - Number(row.started_at),
    isAlive: Number(row.quiet_ms) < aliveMs,
    isThis: row.id === id,
    figures: JSON.parse(figures) as Figures,
  }))
}

export const instances = createInstances({
  db: upkeepDb,
  shared: databaseIsShared,
  now: () => databaseNow,
  id: processId,
})
