import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import type { Database } from '#db/schema.ts'

/** A list whose rows can be changed all at once: how its rows are found, and what can be done. */
export type BulkList = {
  /** What its rows are called. */
  nouns: readonly [one: string, many: string]
  /** Its screen. */
  path: string
  title: string
  /** The parameters that filter it, as its address says them. */
  filterOf: (params: URLSearchParams) => Readonly<Record<string, string>>
  /** The number of its newest row. */
  newest: () => Promise<number>
  /** The numbers of the rows that fit, up to one of them, some at a time. */
  each: (filter: URLSearchParams, through: number) => AsyncIterable<number[]>
  /** Those of some rows that still fit. */
  among: (
    filter: URLSearchParams,
    rows: readonly number[],
    trx: Kysely<Database>,
  ) => Promise<number[]>
  actions: Readonly<Record<string, BulkAction>>
  /** Gives changed rows their statuses back, unless they have got another one since `action`. */
  restore?: (was: RowsByStatus, action: string, part: BulkPart) => Promise<BulkStep>
  /** Whether the pages of its rows tell of the runs that changed them. */
  isToldByRow?: boolean
  /** Why rows are left as they are, as the end of a sentence, by the reasons' names. */
  skipped: Readonly<Record<string, string>>
}

/** What can be done to all rows that fit. */
export type BulkAction = {
  /** The imperative: "Ban". */
  label: string
  /** "Banning", and "banned" with more about it. */
  doing: string
  done: string
  /** What it means, for the page that asks first. */
  text: string
  /** Whether the number of rows has to be typed first. */
  isDrastic: boolean
  /** Whether `restore` can take it back. */
  canUndo: boolean
  /** What else it asks for. */
  asks?: 'reason' | 'password'
  /** What becomes of the reason; left out, it is kept with each row. */
  reasonHint?: string
  /** Why it can't be done now; null if it can. */
  refusal?: () => string | null
  /** Changes some rows inside a transaction; `later` if there is no room for them yet. */
  change: (rows: readonly number[], part: BulkPart) => Promise<BulkStep | 'later'>
}

/** What a step of a run is done with. */
export type BulkPart = { actor: Actor; reason: string; trx: Kysely<Database> }

/** What came of some rows. */
export type BulkStep = {
  changed: number
  /** How many were left as they are, by the reason. */
  skipped: Readonly<Record<string, number>>
  /** The changed rows by their status before, if that can be taken back or is told by a row's page. */
  was?: RowsByStatus
  /** What to do once it is committed. */
  afterwards?: () => unknown
}

export type RowsByStatus = Readonly<Record<string, readonly number[]>>

/** How far a run is, in words. */
export type BulkProgress = {
  id: number
  state: 'running' | 'done' | 'cancelled' | 'failed'
  /** What it does, such as "Banning users", and at the end what came of it. */
  text: string
  /** Which rows were left as they are and why, each as a sentence. */
  skipped: string[]
  /** How many rows it is through with. */
  passed: number
  total: number
  canUndo: boolean
  /** Whether the operator began it themselves. */
  isOwn: boolean
}
