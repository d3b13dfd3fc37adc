import type { Kysely } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import { databaseIsShared, db as engineDb } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'

/**
 * What other processes have to know soon. A topic is a row whose version goes up: nothing travels with
 * it, so nothing can be lost, and each process looks for itself what has changed. Where no other
 * process can use the database, nothing is raised and nothing asked.
 */

/** `live.` with a live topic: what open pages of the back office show has changed. */
export type SignalTopic =
  | 'settings'
  /** Posts or creators were blocked. */
  | 'cut'
  | 'mail'
  /** Mails that are to go at once, whatever the sender waits for. */
  | 'mail-now'
  | 'checks'
  | 'jobs'
  | 'bulk'
  | `live.${string}`

/** Does what the topic asks for, as often as it likes. It is called again if it rejects. */
type Listener = () => void | Promise<void>

const pollMs = 1_000

export function createSignals({ db, shared }: { db: Kysely<Database>; shared: boolean }) {
  const listeners = new Map<string, Listener[]>()
  const seen = new Map<string, number>()
  let polling: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let hasFailed = false

  async function deliver(topic: string, version: number): Promise<void> {
    if (seen.get(topic) === version) return
    try {
      for (const listener of listeners.get(topic) ?? []) await listener()
      seen.set(topic, version)
    } catch (error) {
      log.error({ err: error, topic }, 'signal not followed')
    }
  }

  async function pollOnce(): Promise<void> {
    const rows = await db.selectFrom('signals').select(['topic', 'version']).execute()
    await Promise.all(rows.map(({ topic, version }) => deliver(topic, version)))
  }

  /** Asks once for all topics. Settles when what changed was followed. */
  function poll(): Promise<void> {
    polling ??= pollOnce().finally(() => {
      polling = null
    })
    return polling
  }

  /** Says it once for each time that the database is away. */
  function fail(error: unknown): void {
    if (!hasFailed) log.error({ err: error }, 'signals not read')
    hasFailed = true
  }

  async function next(): Promise<void> {
    try {
      await poll()
      hasFailed = false
    } catch (error) {
      fail(error)
    }
    if (!isStopped) timer = setTimeout(() => void next(), pollMs).unref()
  }

  /** Returns the version that it is now; null if no one has to be told. */
  async function raise(trx: Kysely<Database>, topic: SignalTopic): Promise<number | null> {
    if (!shared) return null
    const { version } = await trx
      .insertInto('signals')
      .values({ topic, version: 1 })
      .onConflict((conflict) =>
        conflict.column('topic').doUpdateSet((eb) => ({ version: eb('signals.version', '+', 1) })),
      )
      .returning('version')
      .executeTakeFirstOrThrow()
    return version
  }

  return {
    /**
     * Tells the other processes that a topic has changed, once the transaction commits. It is the
     * transaction's last statement, so that none waits for another one's end longer than it must. This
     * process does what is to be done by itself.
     */
    async raise(trx: Kysely<Database>, topic: SignalTopic): Promise<void> {
      await raise(trx, topic)
    },
    /** The same for what is committed already. Never rejects: what asks for it must not fail by it. */
    async tell(topic: SignalTopic): Promise<void> {
      try {
        const version = await raise(db, topic)
        // Then no one else has raised it, and this process needs no telling.
        if (version === (seen.get(topic) ?? 0) + 1) seen.set(topic, version)
      } catch (error) {
        log.error({ err: error, topic }, 'signal not raised')
      }
    },
    /** Calls `listener` within two seconds after a topic was raised in any process, and at the start. */
    on(topic: SignalTopic, listener: Listener): void {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    /**
     * Follows a topic at once if it has changed; for requests that must not answer with less. Never
     * rejects.
     */
    async catchUp(topic: SignalTopic): Promise<void> {
      if (!shared) return
      const versions = db.selectFrom('signals').select('version').where('topic', '=', topic)
      try {
        const row = await versions.executeTakeFirst()
        if (row !== undefined) await deliver(topic, row.version)
      } catch (error) {
        fail(error)
      }
    },
    poll,
    /** Follows all topics, now and each second from now on. */
    async begin(): Promise<void> {
      isStopped = false
      if (shared) await next()
    },
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await polling?.catch(() => {})
    },
  }
}

/** The signals of this process's database. */
export const signals = createSignals({ db: engineDb, shared: databaseIsShared })
