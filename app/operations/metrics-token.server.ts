import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Actor } from '#app/audit/audit.server.ts'
import { changeSettings, settings } from '#app/settings/settings.server.ts'

/** Whether there are metrics at all: no one can read them before a token was made. */
export function metricsAreOn(): boolean {
  return settings().metricsToken !== ''
}

/** Makes a token in the place of the present one. This is the one time that it can be read. */
export async function makeMetricsToken(actor: Actor): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await changeSettings({ metricsToken: token }, actor)
  return token
}

export async function removeMetricsToken(actor: Actor): Promise<void> {
  await changeSettings({ metricsToken: '' }, actor)
}

/** Whether an Authorization header shows the token; compared in constant time. */
export function showsMetricsToken(authorization: string | null): boolean {
  const given = Buffer.from(/^Bearer (.{1,200})$/i.exec(authorization ?? '')?.[1] ?? '')
  const expected = Buffer.from(settings().metricsToken)
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)
}
