import { keepAnalytics } from '#app/models/analytics/upkeep.server.ts'
import { verifyRollups } from '#app/models/analytics/verify.server.ts'

/** Forgets what is old and checks the figures; throws when they do not agree with their events. */
export async function nightlyAnalytics(): Promise<void> {
  await keepAnalytics()
  const faults = await verifyRollups()
  const [first] = faults
  if (first === undefined) return
  const { rollup, number, dimension, key, metric, counted, expected } = first
  throw new Error(
    `The analytics do not agree with the events: ${metric} of ${dimension} "${key}", ` +
      `${rollup} ${number}, is ${counted} and should be ${expected}`,
  )
}
