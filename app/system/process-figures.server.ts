import { analyticsStats } from '#app/analytics/writer.server.ts'
import { mediaEngine } from '#app/download/engine/engines.server.ts'
import { extractor } from '#app/download/extraction/sources.server.ts'
import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { outboxCounts } from '#app/mail/outbox.server.ts'
import { loopDelay } from '#app/observe/load-history.server.ts'
import type { SystemPart } from '#app/observe/system-facts.ts'
import { runningStreamCounts } from '#app/posts/running-saves.server.ts'

export async function processFigures(): Promise<SystemPart[]> {
  const { p50, p99, max } = loopDelay()
  const { save, picture } = runningStreamCounts()
  const { waiting } = await outboxCounts()
  const queues = [
    { one: 'look-up', count: extractor().status().queued },
    { one: 'MP3', count: mediaEngine.stats().queued },
    { one: 'event', count: analyticsStats().queued },
    { one: 'email', count: waiting },
  ]
  const all = queues.reduce((sum, { count }) => sum + count, 0)
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
      state: countText(save, 'download'),
      text: picture === 0 ? '' : `And ${countText(picture, 'picture')}`,
    },
    {
      name: 'Queues',
      tone: 'quiet',
      state: all === 0 ? 'Empty' : `${figure(all)} waiting`,
      text: queues
        .filter(({ count }) => count > 0)
        .map(({ one, count }) => countText(count, one))
        .join(', '),
    },
  ]
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}
