import { stopChecks, wakeChecks } from '#app/models/backlink-check.server.ts'
import { forgetExpiredExtractions } from '#app/models/extraction-cleanup.server.ts'
import { forgetUnconfirmed, mailWaitingSubscribers } from '#app/models/newsletter.server.ts'
import { purgeOldPosts } from '#app/models/post-retention.server.ts'
import { nightlyAnalytics } from './nightly-analytics.server.ts'
import { createScheduler, type Job } from './scheduler.server.ts'
import { weeklyLinkCheck } from './weekly-link-check.server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Everything that the server does by itself, and how often. */
const schedule: Job[] = [
  { name: 'weekly-link-check', everyMs: 7 * day, run: weeklyLinkCheck },
  // Marks that the last stop left over; new ones wake the checks by themselves.
  { name: 'requested-link-checks', everyMs: 5 * minute, run: wakeChecks },
  { name: 'newsletter-requests', everyMs: 10 * minute, run: () => mailWaitingSubscribers() },
  { name: 'newsletter-unconfirmed', everyMs: day, run: () => forgetUnconfirmed(30) },
  { name: 'post-retention', everyMs: day, run: () => purgeOldPosts() },
  { name: 'expired-answers', everyMs: hour, run: () => forgetExpiredExtractions() },
  { name: 'analytics', everyMs: day, run: nightlyAnalytics },
]

const scheduler = createScheduler(schedule)

/** For the start of the server. */
export const startJobs = scheduler.start

/** For its end: nothing new begins, and what runs is cut short; it is resumed at the next start. */
export async function stopJobs(): Promise<void> {
  const stopped = scheduler.stop()
  await stopChecks()
  await stopped
}
