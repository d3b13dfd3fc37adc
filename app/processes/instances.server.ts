import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Expression, type Kysely, sql } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { databaseIsShared, databaseNow, db as engineDb } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'

/** Names this process among those on its database, in no other life. */
export const processId = randomUUID()

const beatMs = 2_000
/** A process that was last seen before that is taken for dead. */
const aliveMs = 15_000
/** How long the list remembers a process that ended without saying so. */
const rememberedMs = 60 * 60_000

/** What a process says about itself, as JSON. */
type Figures = Record<string, unknown>

type InstancesOptions = {
  db: Kysely<Database>
  shared: boolean
  /** The database's clock, in unix milliseconds. */
  now: () => Expression<number>
  id: string
  host?: string
}

/** The processes on one database. Where there can be one only, its row is not written. */
export function createInstances({ db, shared, now, id, host = hostname() }: InstancesOptions) {
  const sources: (() => Figures)[] = []
  let version = ''
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> | null = null

  const figures = () => JSON.stringify(Object.assign({}, ...sources.map((source) => source())))

  /** Says that this process lives, and what it is doing. */
  function beat(executor: Kysely<Database> = db): Promise<void> {
    return executor
      .insertInto('instances')
      .values({ id, host, version, started_at: now(), seen_at: now(), figures: figures() })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          seen_at: eb.ref('excluded.seen_at'),
          figures: eb.ref('excluded.figures'),
        })),
      )
      .execute()
      .then(() => {})
  }

  return {
    /** Adds what `source` returns to what is known of this process elsewhere. */
    addFigures(source: () => Figures): void {
      sources.push(source)
    },
    /** Stores at once what this process says about itself, in a transaction that depends on it. */
    async note(trx: Kysely<Database>): Promise<void> {
      if (shared) await beat(trx)
    },
    beat,
    /** Says every two seconds that this process lives, with the version of its build. */
    async begin(build: string): Promise<void> {
      if (!shared) return
      version = build
      await db
        .deleteFrom('instances')
        .where('seen_at', '<', sql<number>`${now()} - ${rememberedMs}`)
        .execute()
      await beat()
      timer = setInterval(() => {
        beating ??= beat()
          .catch((error: unknown) => log.warn({ err: error }, 'process not noted as living'))
          .finally(() => {
            beating = null
          })
      }, beatMs).unref()
    },
    /** Takes this process off the list. */
    async end(): Promise<void> {
      if (!shared) return
      clearInterval(timer)
      await beating
      await db.deleteFrom('instances').where('id', '=', id).execute()
    },
    /** The processes of the last hour, the oldest first; none where there can be one only. */
    async list(executor: Kysely<Database> = db): Promise<Instance[]> {
      const rows = await executor
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
    },
  }
}

export type Instance = CamelKeys<Omit<Database['instances'], 'figures'>> & {
  /** How long ago it was last seen. */
  quietMs: number
  /** How long ago it started, by the database's clock. */
  ageMs: number
  isAlive: boolean
  isThis: boolean
  figures: Figures
}

/** The processes on this process's database. */
export const instances = createInstances({
  db: engineDb,
  shared: databaseIsShared,
  now: () => databaseNow,
  id: processId,
})
