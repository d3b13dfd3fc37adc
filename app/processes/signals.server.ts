import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import { createOutageLines } from '#app/observe/outage-lines.server.ts'
import { databaseIsShared, upkeepDb } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { onPulse } from './pulse.server.ts'

/**
 * Notifies other processes of changes. A topic is a row whose version changes. It carries no data,
 * so nothing can be lost: each process reads what has changed. Where no other process can use the
 * database, nothing is written or polled.
 */

/** `live.` and a live topic: data on open pages of the back office changed. */
type SignalTopic =
  | 'settings'
  /** Posts or creators were blocked. */
  | 'cut'
  /** A source of posts was paused, or its pause has ended. */
  | 'pauses'
  /** Webhooks were added, changed or turned off. */
  | 'webhooks'
  | `live.${string}`

/** Can be called any number of times, and is called again if it rejects. */
type Listener = () => void | Promise<void>

/**
 * A version counts in these steps. What it has above them is random: a failover can take a version
 * back, and the next one must not look like the one that was lost.
 */
const step = 2 ** 20

export function createSignals({ db, shared }: { db: Kysely<Database>; shared: boolean }) {
  const listeners = new Map<string, Listener[]>()
  const seen = new Map<string, number>()
  let polling: Promise<void> | null = null
  let stopPulse = async () => {}
  const reading = createOutageLines('signals not read', 'signals are read again')

  async function deliver(topic: string, version: number): Promise<void> {
    if (seen.get(topic) === version) return
    try {
      for (const listener of listeners.get(topic) ?? []) await listener()
      seen.set(topic, version)
    } catch (error) {
      log.error({ err: error, topic }, 'signal not followed')
    }
  }

  async function pollOnce(executor: Kysely<Database>): Promise<void> {
    const rows = await executor.selectFrom('signals').select(['topic', 'version']).execute()
    const versions = new Map(rows.map(({ topic, version }) => [topic, version]))
    // A failover can also lose the first one of a topic.
    for (const topic of seen.keys()) if (!versions.has(topic)) versions.set(topic, 0)
    await Promise.all([...versions].map(([topic, version]) => deliver(topic, version)))
  }

  /** Polls all topics once. Settles when the listeners of changed ones have. */
  function poll(executor = db): Promise<void> {
    polling ??= pollOnce(executor).finally(() => {
      polling = null
    })
    return polling
  }

  const follow = (executor = db) => reading.of(poll(executor))

  /** Raises a topic if the database is shared. Returns its new version, else null. */
  const raise = async (trx: Kysely<Database>, topic: SignalTopic): Promise<number | null> =>
    shared ? raiseTopic(trx, topic, seen.get(topic) ?? 0) : null

  return {
    raise,
    /** Raises a topic after a commit. Never rejects, since the caller must not fail by it. */
    async tell(topic: SignalTopic): Promise<void> {
      try {
        const version = await raise(db, topic)
        // Only this process raised it, so it has nothing to follow.
        if (version !== null && version % 2 === 0) seen.set(topic, version)
      } catch (error) {
        log.error({ err: error, topic }, 'signal not raised')
      }
    },
    /** Calls `listener` at the start, and within two seconds after any process raised the topic. */
    on(topic: SignalTopic, listener: Listener): void {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    /** Follows a topic now if it changed, for requests that need the latest. Never rejects. */
    async catchUp(topic: SignalTopic): Promise<void> {
      if (!shared) return
      const versions = db.selectFrom('signals').select('version').where('topic', '=', topic)
      try {
        const row = await versions.executeTakeFirst()
        if (row !== undefined || seen.has(topic)) await deliver(topic, row?.version ?? 0)
      } catch (error) {
        reading.failed(error)
      }
    },
    poll,
    /** Follows all topics, now and with every pulse. */
    async begin(): Promise<void> {
      if (!shared) return
      await follow()
      stopPulse = onPulse({ run: follow })
    },
    async stop(): Promise<void> {
      await stopPulse()
      await polling?.catch(() => {})
    },
  }
}

/**
 * Raises a topic for other processes once the transaction commits. Call it last, so that others
 * wait no longer than they must for its lock. The caller handles the change in this process.
 * Returns the topic's new version, which is even if the one before was `seen`.
 */
async function raiseTopic(
  trx: Kysely<Database>,
  topic: SignalTopic,
  seen: number,
): Promise<number> {
  const mark = 2 * randomInt(step / 2)
  const { version } = await trx
    .insertInto('signals')
    .values({ topic, version: step + mark + (seen === 0 ? 0 : 1) })
    .onConflict((conflict) =>
      conflict.column('topic').doUpdateSet({
        version: sql<number>`(signals.version / ${sql.lit(step)} + 1) * ${sql.lit(step)}
          + ${sql.lit(mark)} + case when signals.version = ${sql.lit(seen)} then 0 else 1 end`,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export const signals = createSignals({ db: upkeepDb, shared: databaseIsShared })
