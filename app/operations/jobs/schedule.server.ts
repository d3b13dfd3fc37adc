import { forgetExpiredSignIns } from '#app/accounts/credentials/sign-in-cleanup.server.ts'
import { nightlyAnalytics } from '#app/analytics/nightly.server.ts'
import { mailWeeklyReport, weeklyReportIsOn } from '#app/analytics/weekly-report.server.ts'
import {
  listenForChecks,
  startChecks,
  stopChecks,
  wakeChecks,
  weeklyLinkCheck,
} from '#app/backlinks/check.server.ts'
import { startOutreachMail } from '#app/backlinks/outreach-mail.server.ts'
import { forgetOldMessages } from '#app/contact/contact.server.ts'
import { keepReportMails } from '#app/dmca/record.server.ts'
import { forgetOldBatches } from '#app/download/batch/batch.server.ts'
import { startLookups, stopLookups } from '#app/download/batch/lookups.server.ts'
import { makeMissingCovers, stopCovers } from '#app/download/cover.server.ts'
import { forgetExpiredExtractions } from '#app/download/extraction/extraction-cache.server.ts'
import { testQuietSources } from '#app/download/extraction/source-canary.server.ts'
import {
  listenForMails,
  startSender,
  stopSender,
  wakeSender,
} from '#app/mail/mail-sender.server.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { purgeOldMails } from '#app/mail/outbox-delivery.server.ts'
import { forgetUnconfirmed, mailWaitingSubscribers } from '#app/newsletter/newsletter.server.ts'
import { makeAutomaticBackup } from '#app/operations/backups/backup.server.ts'
import {
  listenForBulkRuns,
  startBulkRuns,
  stopBulkRuns,
} from '#app/operations/bulk/bulk-worker.server.ts'
import { tellFigures } from '#app/operations/instance-facts.server.ts'
import {
  mailOperatorNotices,
  startNotices,
} from '#app/operations/notices/operator-notice.server.ts'
import { purgeOldPosts } from '#app/posts/post-retention.server.ts'
import { lease } from '#app/processes/lease.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { onSettingsChange, settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { databaseIsShared, files } from '#db/engine.ts'
import {
  createPlanWriter,
  endOfRequested,
  plannedRun,
  requestJob,
  runRequested,
} from './job-plan.server.ts'
import { type JobRun, type NextRun, storedJobs } from './job-run.server.ts'
import { createScheduler, type Job } from './scheduler.server.ts'

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
    title: 'Retry queued email',
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
    title: 'Make missing video covers',
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
    title: 'Delete batches older than an hour',
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

const scheduler = createScheduler(schedule, {
  lease,
  onPlanned: () => storePlan(),
})
const plan = createPlanWriter(scheduler.nextRuns, lease.fence)

/** For the other processes. */
function storePlan(): void {
  if (databaseIsShared && lease.isHeld()) plan.update()
}

/** Whether the jobs run at another process, if at any. */
const runElsewhere = () => databaseIsShared && !lease.isHeld()

/** When each job ran last and runs next. */
export async function listJobs(): Promise<JobFacts[]> {
  const stored = new Map((await storedJobs()).map((run) => [run.name, run]))
  const next = runElsewhere()
    ? schedule.map(({ name }) => plannedRun(name, stored.get(name)))
    : scheduler.nextRuns()
  return next.map((run, index) => {
    const known = stored.get(run.name)
    return {
      ...run,
      title: schedule[index]?.title ?? run.name,
      lastRun: known === undefined || known.startedAt === 0 ? null : known,
    }
  })
}

export type JobFacts = NextRun & { title: string; lastRun: JobRun | null }

/**
 * Starts a job now, here or at the process that runs the jobs. `ended` resolves with what went wrong,
 * else with null. Returns null if the job runs already, or there is none.
 */
export async function runJobNow(name: string): Promise<{ ended: Promise<string | null> } | null> {
  if (runElsewhere()) {
    return (await requestJob(name)) ? { ended: endOfRequested(name) } : null
  }
  const ended = scheduler.runNow(name)
  return ended === null ? null : { ended }
}

/** Has all background work done, here or in another process. For the start of the server. */
export async function startJobs(): Promise<void> {
  tellFigures()
  keepReportMails()
  startOutreachMail()
  await startLookups()
  startNotices()
  onSettingsChange((changed) => {
    // Those who subscribed while there was no mail server have waited long enough.
    if (changed.has('smtpHost') && mailIsSetUp()) void scheduler.runNow('newsletter-requests')
    storePlan()
  })
  listenForMails()
  listenForChecks()
  listenForBulkRuns()
  if (databaseIsShared) signals.on('jobs', () => runRequested(scheduler, lease))
  lease.onLeading(startBulkRuns, stopBulkRuns)
  lease.onLeading(startSender, stopSender)
  lease.onLeading(startChecks, stopChecks)
  lease.onLeading(startScheduler, scheduler.stop)
  await lease.begin()
}

function startScheduler(): Promise<void> {
  plan.forget()
  return scheduler.start()
}

/** Cuts running work short, and starts none. Another process, or the next start, takes it up again. */
export async function stopJobs(): Promise<void> {
  await Promise.all([lease.giveUp(), stopCovers(), stopLookups()])
}
