import type { Kysely, RawBuilder } from 'kysely'
import { liveTopics, shareTopics, topicChangedElsewhere } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { followClock } from '#app/time/steady-clock.ts'
import { databaseIsShared, databaseNow, db, unknownMigration } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { type Instance, instances } from './instances.server.ts'
import { signals } from './signals.server.ts'

/** An answer that took longer says too little about the time. */
const longestAnswerMs = 1_000

const newerCheckMs = 15_000
/** A process that has lived for that long works. */
const provenMs = minuteMs

let saidNewer = false

/** How often open pages refresh the list of processes. */
const showMs = 5_000

let timers: NodeJS.Timeout[] = []

/** Asks the database for the time, which counts for all its processes. */
export async function askClock(
  executor: Kysely<Database>,
  now: () => RawBuilder<number>,
): Promise<void> {
  const askedAt = performance.now()
  const { time } = await executor.selectNoFrom(now().as('time')).executeTakeFirstOrThrow()
  const tookMs = performance.now() - askedAt
  if (tookMs <= longestAnswerMs) followClock(time + tookMs / 2, askedAt + tookMs)
}

/**
 * Makes this process one of several on its database, if there can be others: it takes over the
 * database's clock, is on the list, and hears what the others do. `build` is its build's version;
 * `onSuperseded` is called when processes of a newer one should do its work.
 */
export async function startProcess(build: string, onSuperseded = () => {}): Promise<void> {
  if (!databaseIsShared) return
  const ask = () => askClock(db, () => databaseNow)
  await ask()
  await instances.begin(build)
  timers = [
    setInterval(() => {
      ask().catch((error: unknown) => log.warn({ err: error }, 'clock not compared'))
    }, minuteMs).unref(),
    setInterval(() => {
      lookForNewer(build, onSuperseded).catch((error: unknown) =>
        log.warn({ err: error }, 'newer version not looked for'),
      )
    }, newerCheckMs).unref(),
    setInterval(() => topicChangedElsewhere('processes'), showMs).unref(),
  ]
  for (const topic of liveTopics) signals.on(`live.${topic}`, () => topicChangedElsewhere(topic))
  shareTopics((topic) => void signals.tell(`live.${topic}`))
  await signals.begin()
}

async function lookForNewer(build: string, onSuperseded: () => void): Promise<void> {
  const migration = await unknownMigration()
  if (migration === null) return
  if (!saidNewer) {
    log.warn(
      { migration },
      'a newer version has changed the database: this process is to be replaced',
    )
  }
  saidNewer = true
  if (isSuperseded(await instances.list(), build)) onSuperseded()
}

/**
 * Whether this process, which doesn't know all of the schema, should end: once one of another build
 * has lived for a minute, one process after the other, so that some are left at any time.
 */
export function isSuperseded(list: readonly Instance[], build: string): boolean {
  const alive = list.filter(({ isAlive }) => isAlive)
  const own = alive.filter(({ version }) => version === build)
  const startedAt = own.find(({ isThis }) => isThis)?.startedAt ?? Number.POSITIVE_INFINITY
  return (
    own[0]?.isThis === true &&
    alive.some(
      (other) => other.version !== build && other.startedAt > startedAt && other.ageMs >= provenMs,
    )
  )
}

/** The opposite of its start, before the database is closed. */
export async function endProcess(): Promise<void> {
  for (const timer of timers) clearInterval(timer)
  await signals.stop()
  await instances.end()
}
