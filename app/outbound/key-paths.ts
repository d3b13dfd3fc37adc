import { createHash } from 'node:crypto'

/** A limit against data that was made to take long. */
const mostPaths = 5000

/**
 * Returns a hash of the sorted key paths of parsed JSON, down to `depth` keys. All entries of a list
 * have one path, so that neither their number nor any value changes the hash.
 */
export function hashKeyPaths(data: unknown, depth: number): string {
  const paths = new Set<string>()
  const visit = (value: unknown, path: string, left: number) => {
    if (typeof value !== 'object' || value === null || left === 0) return
    for (const [key, child] of Object.entries(value)) {
      if (paths.size >= mostPaths) return
      const below = `${path}.${Array.isArray(value) ? '[]' : key}`
      paths.add(below)
      visit(child, below, left - 1)
    }
  }
  visit(data, '', depth)
  return createHash('sha256')
    .update([...paths].sort().join('\n'))
    .digest('hex')
    .slice(0, 16)
}
