import { randomBytes } from 'node:crypto'
import { deriveKeys, sign, verify } from '#app/secrets/secrets.server.ts'

/** Seconds for which a device stays known after a sign-in: half a year. */
export const deviceLifetimeSeconds = 180 * 24 * 3600
/** Maximum difference between two machines' clocks. */
const clockSlackSeconds = 5

const keys = deriveKeys('known devices')

/**
 * Creates a token that proves an earlier sign-in to this account on a device. It reveals nothing
 * about the account or the person. A known device keeps its number.
 */
export function createDeviceToken(userId: string, device: string | null, now = Date.now()): string {
  const number = device ?? randomBytes(16).toString('base64url')
  const expires = String(Math.floor(now / 1000) + deviceLifetimeSeconds)
  return `${number}.${expires}.${sign(keys, message(userId, number, expires))}`
}

/** Returns the number of a device known for this account, or null. */
export function knownDevice(userId: string, token: string | null, now = Date.now()): string | null {
  const [number = '', expires = '', signature = ''] = token?.split('.', 3) ?? []
  if (!/^[\w-]{22}$/.test(number) || !/^\d{1,12}$/.test(expires) || signature.length > 64)
    return null
  if (!verify(keys, message(userId, number, expires), signature)) return null
  const leftSeconds = Number(expires) - now / 1000
  const possible = leftSeconds > 0 && leftSeconds <= deviceLifetimeSeconds + clockSlackSeconds
  return possible ? number : null
}

function message(userId: string, number: string, expires: string): string {
  return [userId, number, expires].join('\n')
}
