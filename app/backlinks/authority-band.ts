/** How much weight a domain's links have, by its authority from 0 to 100. */
export type AuthorityBand = { color: 'green' | 'yellow' | 'orange' | 'red'; label: string }

const bands: readonly [from: number, band: AuthorityBand][] = [
  [80, { color: 'green', label: 'Excellent' }],
  [60, { color: 'yellow', label: 'Good' }],
  [40, { color: 'orange', label: 'Fair' }],
]
const lowest: AuthorityBand = { color: 'red', label: 'Low' }

export function authorityBand(authority: number): AuthorityBand {
  return bands.find(([from]) => authority >= from)?.[1] ?? lowest
}
