import type { Job } from '#app/jobs/job.ts'
import { inBackground } from '#app/live/in-background.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import { onSettingsChange, siteTimeZone } from '#app/settings/settings.server.ts'
import { minuteMs, secondMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { eventsDb, transactEvents } from '#db/engine.ts'
import { createCounting } from './counting.server.ts'
import { enqueueCounting } from './inbox.server.ts'

/**
 * Two jobs count for all processes, one at a time: `inbox` counts events, and `figures` does what
 * can wait, which is counting them in pairs and moving them to the days of a new time zone.
 */

/** A job works this long before the other one gets its turn. */
const sliceMs = secondMs
/** Pairs are counted after this time: the more at once, the less work. */
const figuresAfterMs = 5 * secondMs
/** Figures are tried again after this time while the write-ahead log must not grow. */
const logWaitMs = minuteMs

let uncountable = 0

/** Returns the number of events this process has dropped because they can't be counted. */
export function uncountableEvents(): number {
  return uncountable
}

/** Returns false while the write-ahead log is full: events then wait in the inbox. */
export function canCount(): boolean {
  return logState() !== 'full'
}

export function countingRetryMs(attempts: number): number {
  return Math.min(30, 2 ** Math.min(10, attempts)) * secondMs
}

/** Does one of the two jobs for a slice of time, and has the rest done by another one. */
export async function countEvents(job: Job<'counting'>, timeZone = siteTimeZone): Promise<void> {
  const counting = createCounting({ eventsDb, transactEvents: job.write }, timeZone)
  const end = performance.now() + sliceMs
  const mayGoOn = () => performance.now() < end && !job.signal.aborted

  if (job.payload.work === 'figures') {
    const isDone = await counting.catchUp(() => mayGoOn() && logState() === 'fine')
    const runAt = logState() === 'fine' ? steadyNow() : steadyNow() + logWaitMs
    await job.end(async (trx) => {
      topicChanged('dashboard')
      if (!isDone) await enqueueCounting(trx, 'figures', runAt)
    })
    return
  }

  let isEmpty = false
  while (!isEmpty && mayGoOn() && canCount()) {
    const next = await counting.countInbox()
    uncountable += next?.dropped ?? 0
    isEmpty = next === null
  }
  await job.end(async (trx) => {
    topicChanged('dashboard')
    await enqueueCounting(trx, 'figures', steadyNow() + figuresAfterMs)
    if (!isEmpty) await enqueueCounting(trx, 'inbox')
  })
}

/** Moves stored events to other days when the site's time zone changes. Called at server start. */
export function countInNewTimeZones(): void {
  onSettingsChange((changed) => {
    // If this fails, the next event has it done.
    if (!changed.has('timeZone') || logState() !== 'fine') return
    inBackground('dashboard', () => transactEvents((trx) => enqueueCounting(trx, 'figures')))
  })
}
