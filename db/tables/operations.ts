import type { Generated } from 'kysely'

export type OperationsTables = {
  settings: {
    name: string
    /** JSON of the value. */
    value: string
    updated_at: number
  }
  audit_log: AuditLogTable
  api_tokens: ApiTokensTable
  jobs: JobsTable
  /** Change count of each topic: see app/processes/signals.server.ts. */
  signals: { topic: string; version: number }
  /** Processes on a shared database. Times are by the database's clock. */
  instances: {
    id: string
    host: string
    /** Its build's version. */
    version: string
    started_at: number
    seen_at: number
    /** JSON of its own figures. */
    figures: Generated<string>
  }
  /** Running and ended downloads that pages ask about: see save-progress.server.ts. */
  save_progress: {
    id: string
    /** JSON of a SaveProgress. */
    progress: string
    /** When the sending process last wrote it, by the database's clock. */
    at: number
  }
  partial_saves: PartialSavesTable
  /** Ids of recently written batches: see db/written-batches.ts. */
  written_batches: { id: string; at: number }
  bulk_runs: BulkRunsTable
  /** The rows that a running run was confirmed for. */
  bulk_selections: {
    run_id: number
    /** JSON: the rows' numbers, in the order in which they are changed. */
    row_ids: string
  }
  /** A row that a run changed. */
  bulk_changes: {
    run_id: number
    row_id: number
    /** Its previous status; `any` if that stayed. */
    was: string
  }
  /** At most one row, present while the content is from `npm run seed`. */
  demo_data: {
    id: 1
    begun_at: number
    /** Null while seeding, and if that was interrupted. */
    ended_at: number | null
    /** JSON: each table's highest key at the end; rows above it came later. */
    marks: string
  }
}

/**
 * Files that visitors fetch by one link in several answers: see
 * app/download/save/partial-saves.server.ts.
 */
export type PartialSavesTable = {
  /** Keyed hash of the link, of what is sent by it, and of the network if the link opens a file. */
  key: string
  /** Keyed hash of the network that began. */
  network_hash: string
  /** JSON of the AnalyticsEvent, without its outcome. Null if the visitor isn't counted. */
  event: string | null
  /** 1 if a visitor asked for the file, 0 if only a page's script did. */
  wanted: number
  /** 1 once it counted as a download. */
  saved: number
  /** JSON of the bytes sent so far: `[[first, last, missing], …]`, in order. */
  spans: string
  /** The file's length. Null if unknown. */
  total: number | null
  /** Bytes of all answers so far. */
  bytes: number
  /** Why an answer broke off. Null if none did. */
  failure: string | null
  expires_at: number
}

export type AuditOutcome = 'success' | 'failure' | 'denied'

/** Triggers refuse every UPDATE and DELETE. */
export type AuditLogTable = {
  seq: Generated<number>
  at: number
  actor_id: string | null
  /** The name at the time: the actor may be renamed or deleted later. */
  actor_label: string
  action: string
  object_type: string | null
  object_id: string | null
  /** The object's name within the sentence, and its page. Null in entries before 3.0. */
  object_label: string | null
  object_href: string | null
  /** The entry's text with `{actor}` and `{object}`. Null in entries before 3.0. */
  sentence: string | null
  /** JSON of the changed fields, never secrets. */
  before: string | null
  after: string | null
  outcome: AuditOutcome
  request_id: string | null
}

/**
 * Background work: see app/jobs. Times are by the database's clock where several processes share
 * it.
 */
export type JobsTable = {
  id: Generated<number>
  /** From app/jobs/handlers.ts. */
  kind: string
  /** Unique among its kind's waiting and running jobs. Null for none. Recurring: its due time. */
  key: string | null
  /** JSON of ids. */
  payload: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  run_at: number
  attempts: Generated<number>
  /** Identifies one claim: writes of the job require it. */
  claim_token: string | null
  /** The process's id in `instances`. */
  claimed_by: string | null
  /** When another process can claim it, unless the claim is renewed. */
  claimed_until: number | null
  /** The last attempt's error, for the operator. Null if it didn't fail. */
  error: string | null
  created_at: number
  /** When it was last claimed. */
  started_at: number | null
  /** When it was done or failed for good. */
  finished_at: number | null
}

/** A change of all rows that matched a list's filter when it began. */
export type BulkRunsTable = {
  id: Generated<number>
  list: string
  action: string
  /** The filter as in the list's address, without a leading `?`. */
  filter: string
  /** The operator's reason; empty where none is asked for. */
  reason: Generated<string>
  actor_id: string
  actor_label: string
  request_id: string | null
  state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Why it ended early. Null if it didn't, or an operator stopped it. */
  note: string | null
  total: Generated<number>
  changed: Generated<number>
  /** JSON: number of rows left unchanged, by reason. */
  skipped: Generated<string>
  undoes: number | null
  undone: Generated<number>
  /** 1 once its operator has seen how it ended. */
  dismissed: Generated<number>
  created_at: number
  finished_at: number | null
}

type ApiTokensTable = {
  id: Generated<number>
  name: string
  /** SHA-256, base64url. */
  token_hash: string
  /** JSON of names from app/api/scopes.ts. */
  scopes: string
  /** Its own limit of requests. */
  per_minute: number
  created_at: number
  /** Null for never. */
  expires_at: number | null
  /** The UTC day, such as `2026-11-28`. Null if it wasn't used yet. */
  last_used_day: string | null
  /** When an operator ended it. Null if none did. */
  ended_at: number | null
}
