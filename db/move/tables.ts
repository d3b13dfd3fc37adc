import type { Table } from './sides.ts'

export type Tables = {
  /** In an order in which each row comes after those that it refers to. */
  moved: readonly Table[]
  /** Sums that triggers keep. They are not copied, and compared in the end. */
  counters: readonly Table[]
}

const counters = new Set(['post_counts', 'user_counts', 'dmca_report_counts', 'backlink_counts'])

/**
 * About processes that run, and how they work together. Those of the other database are others.
 *
 * PostgreSQL has four more that aren't moved, since SQLite has no such tables. The visitors' salts
 * are in a file there, and move beside the tables. `upstream_gate` and `rate_limits` are in memory,
 * and start empty. `secret_fingerprint` is written by whatever opens the database first.
 */
const ofProcesses = new Set(['instances', 'leases', 'signals', 'written_batches'])

/** Sorts all tables of the schema by what a move does with them. */
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
