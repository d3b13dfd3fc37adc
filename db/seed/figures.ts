import { nextMonth } from '#app/analytics/rollups/months.ts'
import { keepAnalytics } from '#app/analytics/rollups/upkeep.server.ts'
import { catchUp, closeEvents, enqueueEvent, flushEvents } from '#app/analytics/writer.server.ts'
import { lease } from '#app/processes/lease.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { startOfDay } from '#app/time/zone-days.ts'
import type { SeedPlan } from './plan.ts'
import { madeUpDays, type PostUse } from './visits.ts'

const eventsAtOnce = 2_000

/**
 * Counts made-up visits as real ones are, month after month with the upkeep of a running site: the
 * figures are what thirteen months would have left. Gives what the visitors did with the posts.
 */
export async function seedFigures(plan: SeedPlan): Promise<PostUse[]> {
  // Where several processes share a database, one of them counts the events of all.
  await lease.begin()
  const uses: PostUse[] = []
  let monthEnd: number | null = null
  let queued = 0
  for (const { day, events } of madeUpDays(plan, uses)) {
    monthEnd ??= nextMonth(day)
    if (day === monthEnd) {
      await flushEvents()
      await keepAnalytics(startOfDay(plan.timeZone, day) + 2 * hourMs)
      monthEnd = nextMonth(day)
    }
    for (const event of events) {
      enqueueEvent(event)
      queued += 1
      if (queued % eventsAtOnce === 0) await flushEvents()
    }
  }
  await flushEvents()
  await catchUp()
  await keepAnalytics(plan.now)
  await lease.giveUp()
  closeEvents()
  return uses
}
