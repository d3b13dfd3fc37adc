import type { Kysely, RawBuilder } from 'kysely'
import { liveTopics, shareTopics, topicChangedElsewhere } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { followClock } from '#app/time/steady-clock.ts'
import { databaseIsShared, databaseNow, db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { instances } from './instances.server.ts'
import { signals } from './signals.server.ts'

/** An answer that took longer says too little about the time. */
const longestAnswerMs = 1_000

let timer: NodeJS.Timeout | undefined

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
 * database's clock, is on the list, and hears what the others do. `build` is its build's version.
 */
export async function startProcess(build: string): Promise<void> {
  if (!databaseIsShared) return
  const ask = () => askClock(db, () => databaseNow)
  await ask()
  timer = setInterval(() => {
    ask().catch((error: unknown) => log.warn({ err: error }, 'clock not compared'))
  }, minuteMs).unref()
  await instances.begin(build)
  for (const topic of liveTopics) signals.on(`live.${topic}`, () => topicChangedElsewhere(topic))
  shareTopics((topic) => void signals.tell(`live.${topic}`))
  await signals.begin()
}

/** The opposite, before the database is closed. */
export async function endProcess(): Promise<void> {
  clearInterval(timer)
  await signals.stop()
  await instances.end()
}
