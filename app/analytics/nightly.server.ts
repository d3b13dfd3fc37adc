import { dayMs, hourMs } from '#app/time/durations.ts'
import { keepAnalytics } from './rollups/upkeep.server.ts'
import { verifyRollups } from './rollups/verify.server.ts'

/** Forgets what is old and checks the figures; throws when they do not agree with their events. */
export async function nightlyAnalytics(): Promise<void> {
  await keepAnalytics()
  const faults = await verifyRollups()
  const [first] = faults
  if (first === undefined) return
  const { rollup, number, dimension, key, metric, counted, expected } = first
  const of = key === '' ? '' : ` of ${dimension} "${key}"`
  const when =
    rollup === 'day'
      ? `on ${new Date(number * dayMs).toISOString().slice(0, 10)}`
      : `in the hour of ${new Date(number * hourMs).toISOString().slice(0, 16)} UTC`
  throw new Error(
    `They don’t match their events: ${metric}${of} ${when} are ${counted}, but should be ${expected}`,
  )
}
