import { settings } from '#app/settings/settings.server.ts'

let lastStamp = 0

/**
 * `{brand prefix}_{timestamp}`: a file's name without its ending. The time is in UTC, as
 * yyyymmddhhmmss and milliseconds. No two calls in a process return the same one.
 */
export function fileStem(): string {
  const brand = settings()
    .siteName.normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  // Two files begun within a millisecond would overwrite each other on the visitor's disk.
  lastStamp = Math.max(Date.now(), lastStamp + 1)
  const timestamp = new Date(lastStamp).toISOString().replace(/\D/g, '')
  return `${brand === '' ? 'clip' : brand}_${timestamp}`
}
