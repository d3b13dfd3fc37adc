import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import type { Database } from '#db/schema.ts'

export type BulkList = {
  nouns: readonly [one: string, many: string]
  path: string
  title: string
  filterOf: (params: URLSearchParams) => Readonly<Record<string, string>>
  newest: () => Promise<number>
  /** Returns the ids of matching rows up to `through`. */
  matching: (filter: URLSearchParams, through: number) => Promise<number[]>
  among: (
    filter: URLSearchParams,
    rows: readonly number[],
    trx: Kysely<Database>,
  ) => Promise<number[]>
  actions: Readonly<Record<string, BulkAction>>
  /** Ends of sentences that explain why rows were skipped, by reason. */
  skipped: Readonly<Record<string, string>>
}

export type BulkAction = {
  /** The imperative: "Ban". */
  label: string
  /** "Banning", and "banned" with details. */
  doing: string
  done: string
  text: string
  /** True if the number of rows must be typed to confirm. */
  isDrastic?: boolean
  asks?: 'reason' | 'password'
  /** The reason field's hint; without one the reason is stored with each row. */
  reasonHint?: string
  /** Returns why it can't be done now. Null if it can. */
  refusal?: () => string | null
  /** Changes rows inside a transaction. Returns `later` if there is no room for them yet. */
  change: (rows: readonly number[], part: BulkPart) => Promise<BulkStep | 'later'>
  /** Restores rows' statuses, unless they have changed since. Left out if it can't be undone. */
  restore?: (was: RowsByStatus, part: BulkPart) => Promise<BulkStep>
}

export type BulkPart = { actor: Actor; reason: string; trx: Kysely<Database> }

export type BulkStep = {
  changed: number
  skipped: Readonly<Record<string, number>>
  /** Changed rows by earlier status, for Undo and for the runs shown on a row's page. */
  was?: RowsByStatus
  afterwards?: () => unknown
}

export type RowsByStatus = Readonly<Record<string, readonly number[]>>

export type BulkProgress = {
  id: number
  state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Its action, such as "Banning users", and at the end its result. */
  text: string
  skipped: string[]
  /** Rows processed so far, including skipped ones. */
  passed: number
  total: number
  canUndo: boolean
  isOwn: boolean
}
