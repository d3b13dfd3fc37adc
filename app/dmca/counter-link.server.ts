import type { PublicPath } from '#app/i18n/public-path.ts'
import { deriveKeys, sign, verify } from '#app/secrets/secrets.server.ts'

/**
 * The poster's link to a report. It allows sending a counter-notice and following it, but reveals
 * nothing of the claimant. Separate from the claimant's link, by which one answers as the claimant.
 */
const keys = deriveKeys('dmca counter-notice links')

export function counterNoticePath(reportId: number): PublicPath {
  return `/dmca/counter/${reportId}-${sign(keys, String(reportId))}`
}

export function reportOfCounterToken(token: string): number | null {
  const [, id = '', signature = ''] = /^([1-9]\d{0,11})-([\w-]{43})$/.exec(token) ?? []
  return id !== '' && verify(keys, id, signature) ? Number(id) : null
}
