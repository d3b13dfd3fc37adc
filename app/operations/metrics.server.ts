import { siteTotals } from '#app/analytics/site-totals.server.ts'
import { analyticsStats } from '#app/analytics/writer.server.ts'
import { countReports } from '#app/dmca/report.server.ts'
import { audioWorker, extractor, sourcesInForce } from '#app/download/extraction/sources.server.ts'
import { outboxCounts } from '#app/mail/outbox.server.ts'
import { addReadings, metricsText } from '#app/observe/http-metrics.server.ts'
import { runningSaveCount } from '#app/posts/running-saves.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { jobRuns } from './jobs/job-run.server.ts'
import { databaseSizes, freeDisk } from './system-status.server.ts'

addReadings([
  { name: 'downloads_running', help: 'Files being sent', read: runningSaveCount },
  {
    name: 'downloads_limit',
    help: 'Files that may be sent at once',
    read: () => settings().maxConcurrentDownloads,
  },
  {
    name: 'totals',
    help: 'Posts known, look-ups and downloads since the start of counting',
    read: siteTotals,
  },
  {
    name: 'events',
    help: 'Events of the analytics: waiting to be written, dropped since the start',
    read: () => {
      const { queued, dropped } = analyticsStats()
      return { queued, dropped }
    },
  },
  {
    name: 'audio_jobs',
    help: 'MP3s in the making, and waiting',
    read: () => {
      const { running, queued } = audioWorker.stats()
      return { running, queued }
    },
  },
  {
    name: 'extraction_up',
    help: '1 unless every source of posts is left alone after failures',
    read: () => (extractor().status().breaker === 'open' ? 0 : 1),
  },
  {
    name: 'source_up',
    help: '1 for each source that is set up, unless it is left alone after failures',
    read: () =>
      Object.fromEntries(
        sourcesInForce()
          .filter(({ isConfigured }) => isConfigured)
          .map(({ name, status }) => [name, status.breaker === 'open' ? 0 : 1]),
      ),
  },
  {
    name: 'extraction_queued',
    help: 'Look-ups that wait for the extraction service',
    read: () => extractor().status().queued,
  },
  {
    name: 'extraction_quota_left',
    help: 'Requests left today as the service states them; NaN when it does not',
    read: () => extractor().status().quotaLeft ?? Number.NaN,
  },
  { name: 'mails', help: 'Emails in the outbox', read: outboxCounts },
  {
    name: 'dmca_reports_pending',
    help: 'DMCA reports that wait for an operator',
    read: async () => (await countReports()).pending,
  },
  {
    name: 'file_bytes',
    help: 'Sizes of the database and its write-ahead log',
    read: databaseSizes,
  },
  {
    name: 'disk_free_bytes',
    help: 'Room left where the data is',
    read: async () => (await freeDisk()).bytes,
  },
  {
    name: 'job_started_seconds',
    help: 'When each job last began, unix time',
    read: async () =>
      Object.fromEntries((await jobRuns()).map((run) => [run.name, run.startedAt / 1000])),
  },
  {
    name: 'job_failed',
    help: '1 for each job whose last run failed',
    read: async () =>
      Object.fromEntries((await jobRuns()).map((run) => [run.name, run.error === null ? 0 : 1])),
  },
])

/** Every figure, for whoever shows the token. */
export const readMetrics = metricsText
