import { forgetExpiredSignIns } from '#app/accounts/credentials/sign-in-cleanup.server.ts'
import { canCount, countEvents, countingRetryMs } from '#app/analytics/counting-job.server.ts'
import { nightlyAnalytics } from '#app/analytics/rollups/verify.server.ts'
import { mailWeeklyReport, weeklyReportIsOn } from '#app/analytics/weekly-report.server.ts'
import { checksRetryMs, runChecks, startWeeklyChecks } from '#app/backlinks/check.server.ts'
import { makeAutomaticBackup, makesBackups } from '#app/backups/backup.server.ts'
import { runBulkChange } from '#app/bulk/bulk-job.server.ts'
import { maxRunning } from '#app/bulk/bulk-run.server.ts'
import { forgetOldMessages } from '#app/contact/contact.server.ts'
import { forgetOldBatches } from '#app/download/batch/batch.server.ts'
import { lookUpBatchLink } from '#app/download/batch/lookups.server.ts'
import { makeMissingCovers } from '#app/download/covers/cover.server.ts'
import { forgetExpiredExtractions } from '#app/download/extraction/extraction-cache.server.ts'
import { testQuietSources } from '#app/download/extraction/source-canary.server.ts'
import { endPartialSaves } from '#app/download/save/partial-saves.server.ts'
import { sendQueuedMail } from '#app/mail/mail-sender.server.ts'
import { mailRetryMs, purgeOldMails } from '#app/mail/outbox-delivery.server.ts'
import { mailCanBeSent, mailsAtOnce } from '#app/mail/server-pause.server.ts'
import { forgetUnconfirmed, mailWaitingSubscribers } from '#app/newsletter/newsletter.server.ts'
import { mailOperatorNotices } from '#app/notices/operator-notice.server.ts'
import { recordOutages } from '#app/notices/source-outages.server.ts'
import { purgeOldPosts } from '#app/posts/post-retention.server.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { refoldSearches } from '#app/system/refold.server.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#app/time/durations.ts'
import { mostEndpoints } from '#app/webhooks/endpoint.server.ts'
import { sendWebhooks } from '#app/webhooks/send.server.ts'
import type {
  Job,
  JobHandlers,
  JobKind,
  Recurrence,
  RecurringHandler,
  RecurringKind,
} from './job.ts'

const monday = 1
/** Delay before recurring work that failed is retried, unless it is due sooner. */
const retryMs = 10 * minuteMs

/** `run` must end soon after `signal` aborts. */
function recurring({
  title,
  run,
  ...recurs
}: Recurrence & {
  title: string
  run: (signal: AbortSignal, job: Job<RecurringKind>) => Promise<unknown>
}): RecurringHandler<RecurringKind> {
  return {
    title,
    async run(job) {
      await run(job.signal, job)
    },
    concurrency: 1,
    limitMs: hourMs,
    retryAfterMs: () => (recurs.at?.() === null ? null : Math.min(recurs.everyMs, retryMs)),
    recurs,
  }
}

const backup = recurring({
  group: 'Database',
  title: 'Back up the database',
  everyMs: dayMs,
  at: () => {
    const { automaticBackup, backupTime } = settings()
    return automaticBackup ? { time: backupTime, zone: siteTimeZone() } : null
  },
  run: makeAutomaticBackup,
})

export const handlers: JobHandlers = {
  bulk: {
    title: 'Change a whole list',
    run: runBulkChange,
    concurrency: maxRunning,
    limitMs: hourMs,
    retryAfterMs: () => secondMs,
  },
  mail: {
    title: 'Send an email',
    run: sendQueuedMail,
    concurrency: mailsAtOnce,
    // The server has its own limits for each step. This is for one that answers byte by byte.
    limitMs: 30 * minuteMs,
    retryAfterMs: mailRetryMs,
    graceMs: 20 * secondMs,
    isReady: mailCanBeSent,
  },
  'link-checks': {
    title: 'Check backlinks',
    run: runChecks,
    concurrency: 1,
    limitMs: dayMs,
    retryAfterMs: checksRetryMs,
  },
  batch: {
    title: 'Look up one of several links',
    run: lookUpBatchLink,
    concurrency: 2,
    limitMs: 3 * minuteMs,
    // A link that can't be looked up is refused. This is for faults of our own.
    retryAfterMs: (attempts) => (attempts < 10 ? secondMs : null),
  },
  counting: {
    title: 'Count visits and downloads',
    run: countEvents,
    concurrency: 1,
    limitMs: minuteMs,
    retryAfterMs: countingRetryMs,
    isFrequent: true,
    isReady: canCount,
  },
  webhook: {
    title: 'Send events to a webhook',
    run: (job) => sendWebhooks(job),
    concurrency: mostEndpoints,
    limitMs: 3 * minuteMs,
    // Answers are retried by the endpoint's own plan. This is for faults of our own.
    retryAfterMs: (attempts) => (attempts < 10 ? 5 * secondMs : null),
  },
  refold: {
    title: 'Prepare earlier entries for searches',
    run: refoldSearches,
    concurrency: 1,
    limitMs: dayMs,
    retryAfterMs: (attempts) => (attempts < 10 ? minuteMs : null),
  },
  ...(makesBackups && { backup }),
  'weekly-link-check': recurring({
    group: 'Backlinks',
    title: 'Start the weekly check of backlinks',
    everyMs: 7 * dayMs,
    run: startWeeklyChecks,
  }),
  'outbox-cleanup': recurring({
    group: 'Email',
    title: 'Delete email older than 30 days',
    everyMs: dayMs,
    run: (signal) => purgeOldMails(30, signal),
  }),
  'operator-notices': recurring({
    group: 'Email',
    title: 'Send operator alerts',
    everyMs: minuteMs,
    run: () => Promise.all([recordOutages(), mailOperatorNotices()]),
  }),
  'weekly-report': recurring({
    group: 'Email',
    title: 'Send the weekly report',
    everyMs: 7 * dayMs,
    at: () =>
      weeklyReportIsOn() ? { time: '07:00', zone: siteTimeZone(), weekday: monday } : null,
    run: (_signal, job) => mailWeeklyReport(job),
  }),
  'newsletter-requests': recurring({
    group: 'Email',
    title: 'Send newsletter confirmations',
    everyMs: 10 * minuteMs,
    run: () => mailWaitingSubscribers(),
  }),
  'newsletter-unconfirmed': recurring({
    group: 'Email',
    title: 'Delete unconfirmed newsletter addresses',
    everyMs: dayMs,
    run: () => forgetUnconfirmed(),
  }),
  'message-retention': recurring({
    group: 'Accounts and messages',
    title: 'Delete visitors’ messages older than 180 days',
    everyMs: dayMs,
    run: () => forgetOldMessages(),
  }),
  covers: recurring({
    group: 'Videos',
    title: 'Make missing video covers',
    everyMs: 10 * minuteMs,
    run: () => makeMissingCovers(),
  }),
  'post-retention': recurring({
    group: 'Videos',
    title: 'Delete videos without recent look-ups',
    everyMs: dayMs,
    run: () => purgeOldPosts(settings().retentionDays),
  }),
  'expired-answers': recurring({
    group: 'Videos',
    title: 'Delete expired look-up results and unfinished downloads',
    everyMs: hourMs,
    async run() {
      await forgetExpiredExtractions()
      await endPartialSaves()
    },
  }),
  // Runs often, since visitors are told that a batch is kept for an hour.
  'batch-cleanup': recurring({
    group: 'Videos',
    title: 'Delete batches older than an hour',
    everyMs: 5 * minuteMs,
    run: () => forgetOldBatches(),
  }),
  'source-tests': recurring({
    group: 'Videos',
    title: 'Test sources without a recent look-up',
    everyMs: 30 * minuteMs,
    spreadMs: 5 * minuteMs,
    run: testQuietSources,
  }),
  'sign-in-cleanup': recurring({
    group: 'Accounts and messages',
    title: 'Delete expired sessions, links and sign-in attempts',
    everyMs: hourMs,
    run: () => forgetExpiredSignIns(),
  }),
  analytics: recurring({
    group: 'Analytics',
    title: 'Verify analytics and delete old events',
    everyMs: dayMs,
    run: nightlyAnalytics,
  }),
}

/** Returns a job kind's title for operators, or its name if this build doesn't know it. */
export function jobTitle(kind: string): string {
  return (Object.hasOwn(handlers, kind) && handlers[kind as JobKind]?.title) || kind
}
