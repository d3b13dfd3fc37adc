import { loopDelay } from '#app/services/event-loop.server.ts'
import { analyticsStats } from './analytics/writer.server.ts'
import { outboxCounts } from './outbox.server.ts'
import { runningStreamCounts } from './running-saves.server.ts'
import type { SystemPart } from './system-status.server.ts'
import { audioWorker, extractor } from './upstream.server.ts'

/** What the process is busy with. */
export async function processFigures(): Promise<SystemPart[]> {
  const { p50, p99, max } = loopDelay()
  const { save, picture } = runningStreamCounts()
  const { waiting } = await outboxCounts()
  const queues = {
    'look-ups': extractor().status().queued,
    MP3s: audioWorker.stats().queued,
    events: analyticsStats().queued,
    mails: waiting,
  }
  const lengths = Object.values(queues)
  return [
    {
      name: 'Event loop',
      tone: p99 > 100 ? 'bad' : p99 > 50 ? 'warn' : 'good',
      state: `${milliseconds(p99)} late at most, 99 times in 100`,
      text: `Usually ${milliseconds(p50)}, at worst ${milliseconds(max)}, in the last minutes`,
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
      state: `${lengths.reduce((sum, length) => sum + length, 0)} waiting`,
      text: Object.entries(queues)
        .map(([what, length]) => `${length} ${what}`)
        .join(', '),
    },
  ]
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}
