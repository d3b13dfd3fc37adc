import type { Generated } from 'kysely'

/** Settings, the audit log, jobs, processes, changes of whole lists, demo data. */
export type OperationsTables = {
  settings: SettingsTable
  audit_log: AuditLogTable
  job_runs: JobRunsTable
  leases: LeasesTable
  signals: SignalsTable
  instances: InstancesTable
  /** What processes wrote lately, by its id: see db/written-batches.ts. */
  written_batches: { id: string; at: number }
  bulk_runs: BulkRunsTable
  bulk_chunks: BulkChunksTable
  demo_data: DemoDataTable
}

type SettingsTable = {
  name: string
  /** JSON of the value. */
  value: string
  updated_at: number
}

export type AuditOutcome = 'success' | 'failure' | 'denied'

/** Triggers refuse every UPDATE and DELETE. */
export type AuditLogTable = {
  seq: Generated<number>
  at: number
  actor_id: string | null
  /** As it was at the time: the actor may be renamed or deleted later. */
  actor_label: string
  action: string
  object_type: string | null
  object_id: string | null
  /** JSON of the fields that changed, never secrets. */
  before: string | null
  after: string | null
  outcome: AuditOutcome
  request_id: string | null
}

/** The last run of each job of the schedule, and its next one. */
type JobRunsTable = {
  name: string
  /** 0 before the first run. */
  started_at: number
  /** Null while it runs, and when it was cut short. */
  finished_at: number | null
  error: string | null
  /** When it runs next; 0 while it is switched off, null while it runs and while no process leads. */
  next_at: number | null
  /** When an operator asked for a run that has not begun yet. */
  requested_at: number | null
}

/** Who does what only one process at a time can do: see app/processes/lease.server.ts. */
type LeasesTable = {
  name: string
  /** The process's id in `instances`. */
  holder: string
  /** Goes up each time another process takes the lease. */
  token: number
  /** By the database's clock. */
  until: number
}

/** How often each topic has changed: see app/processes/signals.server.ts. */
type SignalsTable = { topic: string; version: number }

/** The processes on a database that several can share. Times are by the database's clock. */
type InstancesTable = {
  id: string
  host: string
  /** Of its build. */
  version: string
  started_at: number
  seen_at: number
  /** JSON of what it says about itself. */
  figures: Generated<string>
}

/** A change of all rows of a list that fitted a filter when it began. */
export type BulkRunsTable = {
  id: Generated<number>
  list: string
  action: string
  /** The filter as the list's address says it, without a leading `?`. */
  filter: string
  /** Why, in the operator's words; empty where none is asked for. */
  reason: Generated<string>
  actor_id: string
  actor_label: string
  request_id: string | null
  /** `preparing` while its rows are being written down. */
  state: 'preparing' | 'running' | 'done' | 'cancelled' | 'failed'
  /** Why it ended early; null if it didn't, or an operator stopped it. */
  note: string | null
  total: Generated<number>
  changed: Generated<number>
  /** JSON: how many rows were left as they are, by the reason. */
  skipped: Generated<string>
  /** The run that this one takes back. */
  undoes: number | null
  undone: Generated<number>
  /** Whether its operator has seen how it ended. */
  dismissed: Generated<number>
  created_at: number
  finished_at: number | null
}

/** Some rows of a run: what one step changes. */
type BulkChunksTable = {
  id: Generated<number>
  run_id: number
  /** JSON: the rows' numbers; for a run that takes another one back, those by their status before. */
  rows: string
  /** JSON: the changed rows by their status before; null until the step is done. */
  was: string | null
}

/** One row at the most, there while the content was made by `npm run seed`. */
type DemoDataTable = {
  id: 1
  begun_at: number
  /** Null while it is being made, and when that was cut short. */
  ended_at: number | null
  /** JSON: the greatest key of each table at the end; what has a greater one came later. */
  marks: string
}
