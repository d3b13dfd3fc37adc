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
import { lease } from '#app/processes/lease.server.ts'
import { onSettingsChange, settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { files } from '#db/engine.ts'
import { type JobRun, jobRuns } from './job-run.server.ts'
import { createScheduler, type Job, type NextRun } from './scheduler.server.ts'

const monday = 1

const backup: Job = {
  name: 'backup',
  title: 'Back up the database',
  everyMs: dayMs,
  at: () => {
    const { automaticBackup, backupTime } = settings()
    return automaticBackup ? { time: backupTime, zone: siteTimeZone() } : null
  },
  run: makeAutomaticBackup,
}

/** All jobs of the server, and how often they run. */
const schedule: Job[] = [
  // A database server has backups of its own.
  ...(files === null ? [] : [backup]),
  {
    name: 'weekly-link-check',
    title: 'Look whether the backlinks are still there',
    everyMs: 7 * dayMs,
    run: weeklyLinkCheck,
  },
  {
    // Marks that the last stop left over; new ones wake the checks by themselves.
    name: 'requested-link-checks',
    title: 'Finish the link checks that operators asked for',
    everyMs: 5 * minuteMs,
    run: wakeChecks,
  },
  {
    // New ones are sent at once; these are those whose next try has come.
    name: 'outbox',
    title: 'Send mails that wait for their next try',
    everyMs: minuteMs,
    run: wakeSender,
  },
  {
    name: 'outbox-cleanup',
    title: 'Forget mails of 30 days ago',
    everyMs: dayMs,
    run: (signal) => purgeOldMails(30, signal),
  },
  {
    name: 'operator-notices',
    title: 'Mail operators what needs them',
    everyMs: minuteMs,
    run: () => mailOperatorNotices(),
  },
  {
    name: 'weekly-report',
    title: 'Mail last week’s figures to operators',
    everyMs: 7 * dayMs,
    at: () =>
      weeklyReportIsOn() ? { time: '07:00', zone: siteTimeZone(), weekday: monday } : null,
    run: () => mailWeeklyReport(),
  },
  {
    name: 'newsletter-requests',
    title: 'Mail new subscribers their link to confirm',
    everyMs: 10 * minuteMs,
    run: () => mailWaitingSubscribers(),
  },
  {
    name: 'newsletter-unconfirmed',
    title: 'Delete newsletter addresses that were never confirmed',
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
    title: 'Make covers of videos that have none',
    everyMs: 10 * minuteMs,
    run: () => makeMissingCovers(),
  },
  {
    name: 'post-retention',
    title: 'Forget videos that nobody asked for lately',
    everyMs: dayMs,
    run: () => purgeOldPosts(settings().retentionDays),
  },
  {
    name: 'expired-answers',
    title: 'Forget answers of the extraction service that have expired',
    everyMs: hourMs,
    run: () => forgetExpiredExtractions(),
  },
  {
    // Often, since visitors are told that a batch is kept for an hour.
    name: 'batch-cleanup',
    title: 'Forget batches of links that are an hour old',
    everyMs: 5 * minuteMs,
    run: () => forgetOldBatches(),
  },
  {
    name: 'source-tests',
    title: 'Try out sources without a recent look-up',
    everyMs: 30 * minuteMs,
    spreadMs: 5 * minuteMs,
    run: testQuietSources,
  },
  {
    name: 'sign-in-cleanup',
    title: 'Forget sessions, links and sign-in attempts that have expired',
    everyMs: hourMs,
    run: () => forgetExpiredSignIns(),
  },
  {
    name: 'analytics',
    title: 'Check the figures against their events, forget old events',
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

/** Has all background work done, here or in another process. For the start of the server. */
export async function startJobs(): Promise<void> {
  keepReportMails()
  startOutreachMail()
  await startLookups()
  startNotices()
  onSettingsChange((changed) => {
    // Those who subscribed while there was no mail server have waited long enough.
    if (changed.has('smtpHost') && mailIsSetUp()) runJobNow('newsletter-requests')
  })
  lease.onLeading(startBulkRuns, stopBulkRuns)
  lease.onLeading(startSender, stopSender)
  lease.onLeading(scheduler.start, scheduler.stop)
  await lease.begin()
}

/** Cuts running work short, and starts none. Another process, or the next start, takes it up again. */
export async function stopJobs(): Promise<void> {
  await Promise.all([lease.giveUp(), stopChecks(), stopCovers(), stopLookups()])
}
