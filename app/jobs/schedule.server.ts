import { stopChecks, wakeChecks } from '#app/models/backlink-check.server.ts'
import { forgetExpiredExtractions } from '#app/models/extraction-cleanup.server.ts'
import { type JobRun, jobRuns } from '#app/models/job-run.server.ts'
import { forgetUnconfirmed, mailWaitingSubscribers } from '#app/models/newsletter.server.ts'
import { purgeOldPosts } from '#app/models/post-retention.server.ts'
import { forgetExpiredSignIns } from '#app/models/sign-in-cleanup.server.ts'
import { nightlyAnalytics } from './nightly-analytics.server.ts'
import { createScheduler, type Job, type JobTurn } from './scheduler.server.ts'
import { weeklyLinkCheck } from './weekly-link-check.server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Everything that the server does by itself, and how often. */
const schedule: Job[] = [
  {
    name: 'weekly-link-check',
    title: 'Look whether the backlinks are still there',
    everyMs: 7 * day,
    run: weeklyLinkCheck,
  },
  {
    // Marks that the last stop left over; new ones wake the checks by themselves.
    name: 'requested-link-checks',
    title: 'Finish the link checks that operators asked for',
    everyMs: 5 * minute,
    run: wakeChecks,
  },
  {
    name: 'newsletter-requests',
    title: 'Mail new subscribers their link to confirm',
    everyMs: 10 * minute,
    run: () => mailWaitingSubscribers(),
  },
  {
    name: 'newsletter-unconfirmed',
    title: 'Forget subscriptions that nobody confirmed for 30 days',
    everyMs: day,
    run: () => forgetUnconfirmed(30),
  },
  {
    name: 'post-retention',
    title: 'Forget videos that nobody asked for lately',
    everyMs: day,
    run: () => purgeOldPosts(),
  },
  {
    name: 'expired-answers',
    title: 'Forget answers of the extraction service that have expired',
    everyMs: hour,
    run: () => forgetExpiredExtractions(),
  },
  {
    name: 'sign-in-cleanup',
    title: 'Forget sessions, links and sign-in attempts that have expired',
    everyMs: hour,
    run: () => forgetExpiredSignIns(),
  },
  {
    name: 'analytics',
    title: 'Check the figures against their events, forget old events',
    everyMs: day,
    run: nightlyAnalytics,
  },
]

const scheduler = createScheduler(schedule)

/** When each job ran last and runs next. */
export async function listJobs(): Promise<JobFacts[]> {
  const runs = new Map((await jobRuns()).map((run) => [run.name, run]))
  return scheduler.turns().map((turn, index) => ({
    ...turn,
    title: schedule[index]?.title ?? turn.name,
    lastRun: runs.get(turn.name) ?? null,
  }))
}

export type JobFacts = JobTurn & { title: string; lastRun: JobRun | null }

/** Begins a job without its turn; false when it runs already, or there is no such job. */
export const runJobNow = scheduler.runNow

/** For the start of the server. */
export const startJobs = scheduler.start

/** For its end: nothing new begins, and what runs is cut short; it is resumed at the next start. */
export async function stopJobs(): Promise<void> {
  const stopped = scheduler.stop()
  await stopChecks()
  await stopped
}
