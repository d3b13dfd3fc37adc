import { setTimeout as wait } from 'node:timers/promises'
import { inboxBacklog } from '#app/analytics/inbox.server.ts'
import { nextMonth } from '#app/analytics/rollups/months.ts'
import { keepAnalytics } from '#app/analytics/rollups/upkeep.server.ts'
import { catchUp, closeEvents, enqueueEvent, flushEvents } from '#app/analytics/writer.server.ts'
import { lease } from '#app/processes/lease.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { startOfDay } from '#app/time/zone-days.ts'
import { databaseIsShared, db } from '#db/engine.ts'
import type { SeedPlan } from './plan.ts'
import { madeUpDays, type PostUse } from './visits.ts'

const eventsAtOnce = 2_000
/** Longer than a server that was killed keeps the lease. */
const leaseWaitMs = 10_000
const lookMs = 100

/**
 * Where several processes share a database, one of them counts the events of all. Returns whether it
 * is this one, after a wait for one that has just ended.
 */
export async function beginCounting(): Promise<boolean> {
  await lease.begin()
  if (await isCounting()) return true
  await lease.giveUp()
  return false
}

async function isCounting(): Promise<boolean> {
  const end = performance.now() + leaseWaitMs
  while (!lease.isHeld() && performance.now() < end) await wait(lookMs)
  return lease.isHeld()
}

/** Counts all events; throws if some are left: a month that is closed without them would stay so. */
async function countAll(): Promise<void> {
  await flushEvents()
  if (!databaseIsShared) return
  if (await isCounting()) await catchUp()
  const { batches } = await inboxBacklog(db, Date.now())
  if (batches > 0) throw new Error('Not all made-up events could be counted')
}

/**
 * Counts made-up visits as real ones are, month after month with the upkeep of a running site: the
 * figures are what thirteen months would have left. Gives what the visitors did with the posts. Only
 * for after `beginCounting`.
 */
export async function seedFigures(plan: SeedPlan): Promise<PostUse[]> {
  const uses: PostUse[] = []
  let monthEnd: number | null = null
  let queued = 0
  for (const { day, events } of madeUpDays(plan, uses)) {
    monthEnd ??= nextMonth(day)
    if (day === monthEnd) {
      await countAll()
      await keepAnalytics(startOfDay(plan.timeZone, day) + 2 * hourMs)
      monthEnd = nextMonth(day)
    }
    for (const event of events) {
      enqueueEvent(event)
      queued += 1
      if (queued % eventsAtOnce === 0) await flushEvents()
    }
  }
  await countAll()
  await catchUp()
  await keepAnalytics(plan.now)
  await lease.giveUp()
  closeEvents()
  return uses
}
