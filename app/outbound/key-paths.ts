import { createHash } from 'node:crypto'

/** Bounds the work for hostile data. */
const mostPaths = 5000

/**
 * Returns the key paths of parsed JSON, down to `depth` keys. A list's entries share one path, so
 * neither their number nor any value changes them.
 */
export function keyPaths(data: unknown, depth: number): ReadonlySet<string> {
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
  return paths
}

/** Returns a hash of the sorted key paths of parsed JSON. */
export function hashKeyPaths(data: unknown, depth: number): string {
  return createHash('sha256')
    .update([...keyPaths(data, depth)].sort().join('\n'))
    .digest('hex')
    .slice(0, 16)
}
