import type { AnalyticsEvent } from '#app/analytics/batch.server.ts'
import { createCounting } from '#app/analytics/counting.server.ts'
import { closeMonths } from '#app/analytics/rollups/month-close.server.ts'
import { keepAnalytics } from '#app/analytics/rollups/upkeep.server.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { eventsDb, transactEvents } from '#db/engine.ts'

const eventsAtOnce = 1_000

/** Counts events that a server left in the inbox when it ended. No server may run meanwhile. */
export async function countLeftEvents(): Promise<void> {
  const counting = createCounting({ eventsDb, transactEvents }, siteTimeZone)
  while ((await counting.countInbox()) !== null);
}

/**
 * Counts demo events like real ones, and closes their months. No server may run meanwhile, and none
 * may be left in the inbox.
 */
export async function countEvents(events: Iterable<AnalyticsEvent>, now: number): Promise<void> {
  const counting = createCounting({ eventsDb, transactEvents }, siteTimeZone)
  let batch: AnalyticsEvent[] = []
  for (const event of events) {
    batch.push(event)
    if (batch.length < eventsAtOnce) continue
    await counting.write(batch)
    batch = []
  }
  if (batch.length > 0) await counting.write(batch)
  await counting.catchUp()
  await closeMonths(now, 0)
  await keepAnalytics(now)
}
