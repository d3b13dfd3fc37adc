import { analyticsStats } from '#app/analytics/writer.server.ts'
import { audioWorker, extractor } from '#app/download/extraction/sources.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { outboxCounts } from '#app/mail/outbox.server.ts'
import { loopDelay } from '#app/observe/load-history.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { runningStreamCounts } from '#app/posts/running-saves.server.ts'
import { instances } from '#app/processes/instances.server.ts'
import { lease } from '#app/processes/lease.server.ts'

/** What other processes can show of this one. */
type ToldFigures = {
  /** Whether it does the background work. */
  leads: boolean
  downloads: number
  pictures: number
  lookupsQueued: number
  mp3sQueued: number
  eventsQueued: number
  /** Of the source that look-ups go to first. */
  breaker: 'closed' | 'open' | 'half_open'
  quotaLeft: number | null
  /** How late the event loop is, in milliseconds, in 99 of 100 cases. */
  loopP99: number
  memoryBytes: number
}

/** Says from now on with each sign of life what this process is busy with. For its start. */
export function tellFigures(): void {
  instances.addFigures((): ToldFigures => {
    const { save, picture } = runningStreamCounts()
    const { queued, breaker, quotaLeft } = extractor().status()
    return {
      leads: lease.isHeld(),
      downloads: save,
      pictures: picture,
      lookupsQueued: queued,
      mp3sQueued: audioWorker.stats().queued,
      eventsQueued: analyticsStats().queued,
      breaker,
      quotaLeft,
      loopP99: loopDelay().p99,
      memoryBytes: process.memoryUsage.rss(),
    }
  })
}

/** What the process is busy with. */
export async function processFigures(): Promise<SystemPart[]> {
  const { p50, p99, max } = loopDelay()
  const { save, picture } = runningStreamCounts()
  const { waiting } = await outboxCounts()
  const queues = [
    { what: 'look-ups', n: extractor().status().queued },
    { what: 'MP3s', n: audioWorker.stats().queued },
    { what: 'events', n: analyticsStats().queued },
    { what: 'mails', n: waiting },
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
