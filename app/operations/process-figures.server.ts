import { analyticsStats } from '#app/analytics/writer.server.ts'
import { audioWorker, extractor } from '#app/download/extraction/sources.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { outboxCounts } from '#app/mail/outbox.server.ts'
import { loopDelay } from '#app/observe/load-history.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { runningStreamCounts } from '#app/posts/running-saves.server.ts'

/** What the process is busy with. */
export async function processFigures(): Promise<SystemPart[]> {
  const { p50, p99, max } = loopDelay()
  const { save, picture } = runningStreamCounts()
  const { waiting } = await outboxCounts()
  const queues = [
    { what: 'look-ups', n: extractor().status().queued },
    { what: 'MP3s', n: audioWorker.stats().queued },
    { what: 'events', n: analyticsStats().queued },
    { what: 'emails', n: waiting },
  ]
  return [
    {
      name: 'Event loop',
      tone: p99 > 100 ? 'bad' : p99 > 50 ? 'warn' : 'good',
      state: `p99 delay ${milliseconds(p99)}`,
      text: `p50 ${milliseconds(p50)}, longest ${milliseconds(max)}, in the last five minutes`,
    },
    {
      name: 'Open streams',
      tone: 'quiet',
      state: save === 1 ? '1 download' : `${save} downloads`,
      text: picture === 1 ? 'And 1 picture' : `And ${picture} pictures`,
    },
    {
      name: 'Queues',
      tone: 'quiet',
      state: `${queues.reduce((sum, { n }) => sum + n, 0)} waiting`,
      text: queues.map(({ what, n }) => `${figure(n)} ${what}`).join(', '),
    },
  ]
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}
