import { setTimeout as wait } from 'node:timers/promises'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { minuteMs, secondMs } from '#app/time/durations.ts'
import { transactEvents } from '#db/engine.ts'
import { enqueueCounting, isCountedUpTo, newestInInbox } from './inbox.server.ts'
import { newestEvent, newestInPairs } from './rollups/pairs.server.ts'
import { lastZone } from './rollups/site-days.server.ts'

/** Max events not counted in pairs yet for which a reader waits. */
const readersBatch = 300
const readersWaitMs = secondMs
/** For work that is wrong without it: moving days takes minutes. */
const longestWaitMs = 10 * minuteMs
const askEveryMs = secondMs
const lookEveryMs = 20

/**
 * Has all stored events counted, and moved to the days of the site's time zone. Returns false if
 * that took longer than `limitMs`, or the write-ahead log must not grow.
 */
export async function catchUp(limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  if (!(await eventsAreCounted(deadline))) return false
  return askFor('figures', daysAreOfSiteZone, deadline)
}

async function daysAreOfSiteZone(): Promise<boolean> {
  const last = await lastZone()
  return last?.zone === siteTimeZone() && last.moved === 1
}

/** `catchUp` for work that must not go on without it. Throws if it took too long. */
export async function catchUpOrFail(): Promise<void> {
  if (!(await catchUp(longestWaitMs))) throw new Error('Events are still being counted')
}

/**
 * For readers of pairs: has the last events counted in pairs. Returns at once if the backlog is
 * long, and never waits for the moving of days, which takes minutes. Returns true if it waited for
 * events.
 */
export async function catchUpShortly(): Promise<boolean> {
  const [event, inPairs, row] = await Promise.all([newestEvent(), newestInPairs(), newestInInbox()])
  const backlog = event - inPairs
  if ((backlog === 0 && row === 0) || backlog > readersBatch) return false
  await eventsAreCounted(performance.now() + readersWaitMs)
  return true
}

async function eventsAreCounted(deadline: number): Promise<boolean> {
  const row = await newestInInbox()
  if (!(await askFor('inbox', () => isCountedUpTo(row), deadline))) return false
  const event = await newestEvent()
  return askFor('figures', async () => (await newestInPairs()) >= event, deadline)
}

/** Has work done by a job of any process. Returns false if it wasn't done in time. */
async function askFor(
  work: 'inbox' | 'figures',
  isDone: () => Promise<boolean>,
  deadline: number,
): Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY
  while (!(await isDone())) {
    const now = performance.now()
    if (now >= deadline || logState() !== 'fine') return false
    if (now - askedAt >= askEveryMs) {
      await transactEvents((trx) => enqueueCounting(trx, work))
      askedAt = now
    }
    await wait(lookEveryMs)
  }
  return true
}
