import { settings } from '#app/settings/settings.server.ts'

let lastStamp = 0

/**
 * Returns a file's name without its extension: `{site name}_{timestamp}`, in UTC as yyyymmddhhmmss and
 * milliseconds. No two calls in a process return the same name.
 */
export function fileStem(): string {
  const brand = settings()
    .siteName.normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  // Two files of one millisecond would overwrite each other on the visitor's disk.
  lastStamp = Math.max(Date.now(), lastStamp + 1)
  const timestamp = new Date(lastStamp).toISOString().replace(/\D/g, '')
  return `${brand === '' ? 'clip' : brand}_${timestamp}`
}
