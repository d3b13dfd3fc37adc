import type { PublicPath } from '#app/i18n/public-path.ts'
import { deriveKeys, sign, verify } from '#app/secrets/secrets.server.ts'

/**
 * The poster's link to a report: whoever has it can send a counter-notice and see what became of it,
 * but nothing of the claimant. It is not the claimant's own link, by which one answers as the claimant.
 */
const keys = deriveKeys('dmca counter-notice links')

export function counterNoticePath(reportId: number): PublicPath {
  return `/dmca/counter/${reportId}-${sign(keys, String(reportId))}`
}

/** Returns the report that a link's token is for; null for a token that isn't ours. */
export function reportOfCounterToken(token: string): number | null {
  const [, id = '', signature = ''] = /^([1-9]\d{0,11})-([\w-]{43})$/.exec(token) ?? []
  return id !== '' && verify(keys, id, signature) ? Number(id) : null
}
