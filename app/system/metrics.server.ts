import { siteTotals } from '#app/analytics/site-totals.server.ts'
import { analyticsStats } from '#app/analytics/writer.server.ts'
import { countReports } from '#app/dmca/report.server.ts'
import { mediaEngine } from '#app/download/engine/engines.server.ts'
import { extractor, sourcesInForce } from '#app/download/extraction/sources.server.ts'
import { lastRuns } from '#app/jobs/job-list.server.ts'
import { outboxCounts } from '#app/mail/outbox.server.ts'
import { addReadings, metricsText } from '#app/observe/http-metrics.server.ts'
import { runningSaveCount } from '#app/posts/running-saves.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { engineFacts } from '#db/engine.ts'
import { freeDisk } from './system-status.server.ts'

addReadings([
  { name: 'downloads_running', help: 'Files being sent', read: runningSaveCount },
  {
    name: 'downloads_limit',
    help: 'Files that can be sent at once',
    read: () => settings().maxConcurrentDownloads,
  },
  {
    name: 'totals',
    help: 'Posts known, look-ups and downloads since the start of counting',
    read: siteTotals,
  },
  {
    name: 'events',
    help: 'Analytics events waiting to be written, and dropped since the start',
    read: () => {
      const { queued, dropped } = analyticsStats()
      return { queued, dropped }
    },
  },
  {
    name: 'audio_jobs',
    help: 'MP3s being made, and waiting',
    read: () => {
      const { running, queued } = mediaEngine.stats()
      return { running, queued }
    },
  },
  {
    name: 'extraction_up',
    help: '1 unless every source of posts is paused after failures',
    read: () => (extractor().status().breaker === 'open' ? 0 : 1),
  },
  {
    name: 'source_up',
    help: '1 for each source that is set up, unless it is paused after failures',
    read: () =>
      Object.fromEntries(
        sourcesInForce()
          .filter(({ isConfigured }) => isConfigured)
          .map(({ name, status }) => [name, status.breaker === 'open' ? 0 : 1]),
      ),
  },
  {
    name: 'extraction_queued',
    help: 'Look-ups waiting for the extraction service',
    read: () => extractor().status().queued,
  },
  {
    name: 'extraction_quota_left',
    help: 'Requests left today according to the service, NaN if it does not say',
    read: () => extractor().status().quotaLeft ?? Number.NaN,
  },
  { name: 'mails', help: 'Emails in the outbox', read: outboxCounts },
  {
    name: 'dmca_reports_pending',
    help: 'DMCA reports waiting for an operator',
    read: async () => (await countReports()).pending,
  },
  {
    name: 'file_bytes',
    help: 'Sizes of the database and its write-ahead log',
    read: async () => {
      const { bytes, file } = await engineFacts()
      return { database: bytes, ...(file !== null && { wal: file.logBytes }) }
    },
  },
  {
    name: 'disk_free_bytes',
    help: 'Free space where the data is, NaN with a database server',
    read: async () => (await freeDisk())?.bytes ?? Number.NaN,
  },
  {
    name: 'job_started_seconds',
    help: 'When each job last started, in Unix time',
    read: async () =>
      Object.fromEntries((await lastRuns()).map((run) => [run.kind, run.startedAt / 1000])),
  },
  {
    name: 'job_failed',
    help: '1 for each job whose last run failed',
    read: async () =>
      Object.fromEntries((await lastRuns()).map((run) => [run.kind, run.error === null ? 0 : 1])),
  },
])

/** For callers that have checked the token. */
export const readMetrics = metricsText
