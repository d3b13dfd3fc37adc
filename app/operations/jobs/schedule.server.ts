import { forgetExpiredSignIns } from '#app/accounts/credentials/sign-in-cleanup.server.ts'
import { nightlyAnalytics } from '#app/analytics/nightly.server.ts'
import { mailWeeklyReport, weeklyReportIsOn } from '#app/analytics/weekly-report.server.ts'
import { stopChecks, wakeChecks, weeklyLinkCheck } from '#app/backlinks/check.server.ts'
import { startOutreachMail } from '#app/backlinks/outreach-mail.server.ts'
import { forgetOldMessages } from '#app/contact/contact.server.ts'
import { keepReportMails } from '#app/dmca/record.server.ts'
import { forgetOldBatches } from '#app/download/batch/batch.server.ts'
import { startLookups, stopLookups } from '#app/download/batch/lookups.server.ts'
import { makeMissingCovers, stopCovers } from '#app/download/cover.server.ts'
import { forgetExpiredExtractions } from '#app/download/extraction/extraction-cache.server.ts'
import { testQuietSources } from '#app/download/extraction/source-canary.server.ts'
import { startSender, stopSender, wakeSender } from '#app/mail/mail-sender.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { purgeOldMails } from '#app/mail/outbox-delivery.server.ts'
import { forgetUnconfirmed, mailWaitingSubscribers } from '#app/newsletter/newsletter.server.ts'
import { makeAutomaticBackup } from '#app/operations/backups/backup.server.ts'
import { startBulkRuns, stopBulkRuns } from '#app/operations/bulk/bulk-worker.server.ts'
import {
  mailOperatorNotices,
  startNotices,
} from '#app/operations/notices/operator-notice.server.ts'
import { purgeOldPosts } from '#app/posts/post-retention.server.ts'
import { onSettingsChange, settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { type JobRun, jobRuns } from './job-run.server.ts'
import { createScheduler, type Job, type NextRun } from './scheduler.server.ts'

const monday = 1

/** All jobs of the server, and how often they run. */
const schedule: Job[] = [
  {
    name: 'backup',
    title: 'Back up the database',
    everyMs: dayMs,
    at: () => {
      const { automaticBackup, backupTime } = settings()
      return automaticBackup ? { time: backupTime, zone: siteTimeZone() } : null
    },
    run: makeAutomaticBackup,
  },
  {
    name: 'weekly-link-check',
    title: 'Check backlinks',
    everyMs: 7 * dayMs,
    run: weeklyLinkCheck,
  },
  {
    // Marks that the last stop left over; new ones wake the checks by themselves.
    name: 'requested-link-checks',
    title: 'Finish requested backlink checks',
    everyMs: 5 * minuteMs,
    run: wakeChecks,
  },
  {
    // New ones are sent at once; these are those whose next try has come.
    name: 'outbox',
    title: 'Retry email that waits',
    everyMs: minuteMs,
    run: wakeSender,
  },
  {
    name: 'outbox-cleanup',
    title: 'Delete email older than 30 days',
    everyMs: dayMs,
    run: (signal) => purgeOldMails(30, signal),
  },
  {
    name: 'operator-notices',
    title: 'Send operator alerts',
    everyMs: minuteMs,
    run: () => mailOperatorNotices(),
  },
  {
    name: 'weekly-report',
    title: 'Send the weekly report',
    everyMs: 7 * dayMs,
    at: () =>
      weeklyReportIsOn() ? { time: '07:00', zone: siteTimeZone(), weekday: monday } : null,
    run: () => mailWeeklyReport(),
  },
  {
    name: 'newsletter-requests',
    title: 'Send newsletter confirmations',
    everyMs: 10 * minuteMs,
    run: () => mailWaitingSubscribers(),
  },
  {
    name: 'newsletter-unconfirmed',
    title: 'Delete unconfirmed newsletter addresses',
    everyMs: dayMs,
    run: () => forgetUnconfirmed(),
  },
  {
    name: 'message-retention',
    title: 'Delete visitors’ messages older than 180 days',
    everyMs: dayMs,
    run: () => forgetOldMessages(),
  },
  {
    name: 'covers',
    title: 'Make missing covers of videos',
    everyMs: 10 * minuteMs,
    run: () => makeMissingCovers(),
  },
  {
    name: 'post-retention',
    title: 'Delete videos without recent look-ups',
    everyMs: dayMs,
    run: () => purgeOldPosts(settings().retentionDays),
  },
  {
    name: 'expired-answers',
    title: 'Delete expired look-up results',
    everyMs: hourMs,
    run: () => forgetExpiredExtractions(),
  },
  {
    // Often, since visitors are told that a batch is kept for an hour.
    name: 'batch-cleanup',
    title: 'Delete batches of links after an hour',
    everyMs: 5 * minuteMs,
    run: () => forgetOldBatches(),
  },
  {
    name: 'source-tests',
    title: 'Test sources without a recent look-up',
    everyMs: 30 * minuteMs,
    spreadMs: 5 * minuteMs,
    run: testQuietSources,
  },
  {
    name: 'sign-in-cleanup',
    title: 'Delete expired sessions, links and sign-in attempts',
    everyMs: hourMs,
    run: () => forgetExpiredSignIns(),
  },
  {
    name: 'analytics',
    title: 'Verify analytics and delete old events',
    everyMs: dayMs,
    run: nightlyAnalytics,
  },
]

const scheduler = createScheduler(schedule)

/** When each job ran last and runs next. */
export async function listJobs(): Promise<JobFacts[]> {
  const runs = new Map((await jobRuns()).map((run) => [run.name, run]))
  return scheduler.nextRuns().map((next, index) => ({
    ...next,
    title: schedule[index]?.title ?? next.name,
    lastRun: runs.get(next.name) ?? null,
  }))
}

export type JobFacts = NextRun & { title: string; lastRun: JobRun | null }

/** Starts a job now, and resolves with what went wrong. Returns null if it runs already, or there is none. */
export const runJobNow = scheduler.runNow

/** Starts all jobs. For the start of the server. */
export async function startJobs(): Promise<void> {
  keepReportMails()
  startOutreachMail()
  await startLookups()
  await startBulkRuns()
  startSender()
  startNotices()
  onSettingsChange((changed) => {
    // Those who subscribed while there was no mail server have waited long enough.
    if (changed.has('smtpHost') && mailIsSetUp()) runJobNow('newsletter-requests')
  })
  await scheduler.start()
}

/** Cuts running jobs short, and starts none. The next start of the server takes them up again. */
export async function stopJobs(): Promise<void> {
  const stopped = scheduler.stop()
  await Promise.all([stopChecks(), stopSender(), stopCovers(), stopLookups(), stopBulkRuns()])
  await stopped
}
