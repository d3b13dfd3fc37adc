import type { Table } from './sides.ts'

type Tables = {
  /** Ordered so that each row follows those it refers to. */
  moved: readonly Table[]
  /** Sums kept by triggers. Not copied, but compared at the end. */
  counters: readonly Table[]
}

const counters = new Set(['post_counts', 'user_counts', 'dmca_report_counts', 'backlink_counts'])

/**
 * Tables about running processes, which differ on the other database.
 *
 * PostgreSQL has four more that aren't moved, since SQLite has no such tables. The visitors' salts
 * are in a file there, and move beside the tables. `upstream_gate` and `rate_limits` are in memory,
 * and start empty. `secret_fingerprint` is written by the first process to open the database.
 */
const ofProcesses = new Set([
  'instances',
  'lookup_claims',
  'save_progress',
  'signals',
  'written_batches',
])

/** Sorts the schema's tables by how a move treats them. Throws if references form a circle. */
export function sortTables(all: readonly Table[]): Tables {
  const moved: Table[] = []
  let waiting = all.filter(({ name }) => !counters.has(name) && !ofProcesses.has(name))
  while (waiting.length > 0) {
    const ready = waiting.filter(({ name, references }) =>
      waiting.every((other) => other.name === name || !references.includes(other.name)),
    )
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle')
    moved.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return { moved, counters: all.filter(({ name }) => counters.has(name)) }
}
