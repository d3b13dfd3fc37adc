import type { Kysely, RawBuilder } from 'kysely'
import { liveTopics, shareTopics, topicChangedElsewhere } from '#app/live/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { createOutageLines } from '#app/observe/outage-lines.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { followClock, steadyNow } from '#app/time/steady-clock.ts'
import { databaseIsShared, databaseNow, db, unknownMigration } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { type Instance, instances } from './instances.server.ts'
import { onPulse } from './pulse.server.ts'
import { signals } from './signals.server.ts'

/** A slower answer is too imprecise. */
const longestAnswerMs = 1_000

const newerCheckMs = 15_000
const clockCheckMs = 5_000
/** More can't be network delay. A process that starts with such a clock is refused. */
export const clockToleranceMs = 5_000
/** A process that has run for this long counts as working. */
const provenMs = minuteMs

let saidNewer = false
const looking = createOutageLines(
  'newer version not looked for',
  'newer version is looked for again',
)
const asking = createOutageLines('clock not compared', 'clock is compared again')

/** Interval at which open pages refresh the list of processes. */
const showMs = 5_000

let timers: NodeJS.Timeout[] = []
let stopPulse = async () => {}

/** Follows the database's clock, which counts for all its processes. */
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
 * Returns how far this machine's clock is ahead of the database's, in milliseconds, negative if
 * behind. 0 for SQLite.
 */
export function clockAheadMs(): number {
  return databaseIsShared ? Date.now() - steadyNow() : 0
}

let saidClock = false

/**
 * Logs once that this machine's clock and the database's differ, and once that they agree again.
 */
function compareClocks(): void {
  const aheadMs = clockAheadMs()
  const isOff = Math.abs(aheadMs) > clockToleranceMs
  if (isOff && !saidClock) {
    log.error({ aheadSeconds: Math.round(aheadMs / 1000) }, 'clock differs from the database’s')
  } else if (!isOff && saidClock) log.info('clock agrees with the database’s again')
  saidClock = isOff
}

/**
 * Joins the other processes on the database, if there can be any: follows its clock, puts this one
 * on the list and receives signals. `build` is the version of its build. `onSuperseded` is called
 * when processes of a newer one should take over.
 */
export async function startProcess(build: string, onSuperseded = () => {}): Promise<void> {
  if (!databaseIsShared) return
  const ask = () => askClock(db, () => databaseNow)
  await ask()
  await instances.begin(build)
  timers = [
    setInterval(() => void asking.of(ask()), minuteMs).unref(),
    setInterval(() => topicChangedElsewhere('processes'), showMs).unref(),
    setInterval(compareClocks, clockCheckMs).unref(),
  ]
  stopPulse = onPulse({
    run: (together) => looking.of(lookForNewer(together, build, onSuperseded)),
    everyMs: newerCheckMs,
  })
  for (const topic of liveTopics) signals.on(`live.${topic}`, () => topicChangedElsewhere(topic))
  shareTopics((topic) => void signals.tell(`live.${topic}`))
  await signals.begin()
}

async function lookForNewer(
  executor: Kysely<Database>,
  build: string,
  onSuperseded: () => void,
): Promise<void> {
  const migration = await unknownMigration(executor)
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
 * Returns true if this process, which doesn't know all of the schema, should end: once one of
 * another build has run for a minute, and one by one, so that some are left at any time.
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

/** Undoes `startProcess`. Call it before the database is closed. */
export async function endProcess(): Promise<void> {
  for (const timer of timers) clearInterval(timer)
  await stopPulse()
  await signals.stop()
  await instances.end()
}
