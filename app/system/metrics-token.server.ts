import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Actor } from '#app/audit/audit.server.ts'
import { changeSettings, settings } from '#app/settings/settings.server.ts'

/** Metrics are off until a token was made: without one, no one can read them. */
export function metricsAreOn(): boolean {
  return settings().metricsToken !== ''
}

/** Creates a token in place of the current one. Only this call returns it in the clear. */
export async function makeMetricsToken(actor: Actor): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await changeSettings({ metricsToken: token }, actor)
  return token
}

export async function removeMetricsToken(actor: Actor): Promise<void> {
  await changeSettings({ metricsToken: '' }, actor)
}

/** Returns true if an Authorization header has the token. Compares in constant time. */
export function showsMetricsToken(authorization: string | null): boolean {
  const given = Buffer.from(/^Bearer (.{1,200})$/i.exec(authorization ?? '')?.[1] ?? '')
  const expected = Buffer.from(settings().metricsToken)
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)
}
