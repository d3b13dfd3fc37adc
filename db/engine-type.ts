import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { Database } from './schema.ts'
import type { UnavailableReason } from './unavailable.ts'

/** The interface of both database engines; the rest of them stays in their own folders. */
export type Engine = {
  /** True if other processes can use the database too, so that memory isn't the whole state. */
  shared: boolean

  /** The database's clock when the statement runs, in unix milliseconds. */
  now: RawBuilder<number>

  /** For single statements, and for transactions that other writers don't disturb. */
  db: Kysely<Database>

  /**
   * The same database for what keeps the site running: claims of jobs, heartbeats and signals. On a
   * server, they find a connection however many pages wait for one. So do `transact` and
   * `transactEvents`, of which a process runs one at a time.
   */
  upkeepDb: Kysely<Database>

  /**
   * Runs `work` in a transaction that is alone among those of `transact`, so what it reads stays
   * true until it commits. A failed statement ends the whole transaction: never catch and go on.
   * Never await anything but the database in it.
   */
  transact<Result>(work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result>

  /**
   * The same database for visitors' events, which are written often: commits needn't reach the
   * disk, so a power failure can lose the last second of them. They are still atomic.
   */
  eventsDb: Kysely<Database>

  /** `transact` for events: alone among those of `transactEvents` in this process. */
  transactEvents<Result>(work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result>

  /** Returns why the database failed. Null if the statement itself is at fault. */
  faultOf(error: unknown): UnavailableReason | null

  /**
   * Returns a query for the `seq` of rows that may contain the term (certainly do, for one to three
   * characters). It gives one more than `limit` if there are too many.
   */
  searchCandidates(search: Search): RawBuilder<unknown>

  facts(): Promise<EngineFacts>

  estimatedRows(table: keyof Database & string): Promise<number>

  /** Returns the highest number a table has ever given a row; 0 before the first. */
  lastNumber(table: keyof Database & string): Promise<number>

  /** Makes new rows continue the numbering after rows were inserted with their own numbers. */
  continueNumbers(executor: Kysely<Database>): Promise<void>

  /**
   * Calls `listener` after the database was replaced, so that it drops cached content. Events are
   * only written once it is done, so it must not wait for one.
   */
  onDatabaseReplaced(listener: () => void | Promise<void>): void

  /**
   * Calls `listener` before the first statement that another server gets, or a restarted one. Its
   * data can be older: a standby may take over before it has received everything.
   */
  onServerChange(listener: () => void): void

  /** Creates a limit shared by all processes on the database; `name` must be unique. */
  createLimiter(name: string, options: LimiterOptions): Limiter

  /** Returns the pacing of all processes' requests to a service. Null with one process. */
  gateOf(service: string): Gate | null

  /** Salts for hashing visitors, by UTC day, shared by all processes; empty where there is one. */
  sharedSalts: ReadonlyMap<number, Buffer>

  /** Returns the newest applied migration that this build doesn't know. Null if it knows all. */
  unknownMigration(executor: Kysely<Database>): Promise<string | null>

  limitConnections(most: number): void

  /** Operations on a database file. Null for a server. */
  files: DatabaseFiles | null
}

export type LimiterOptions = { points: number; seconds: number }

export type Limiter = {
  /** Counts `points` for a key. Rejects with a RateLimiterRes if it is over its limit. */
  consume(key: string, points: number): Promise<unknown>
}

export type Gate = {
  /**
   * Reserves the next start and moves the one after it `intervalMs` later. Returns how long to wait
   * in milliseconds. Null, without a reservation, if that is longer than `withinMs`.
   */
  reserve(intervalMs: number, withinMs: number): Promise<number | null>
  /** Stops all starts for `ms` milliseconds. A longer hold stays in force. */
  hold(ms: number): Promise<void>
  release(): Promise<void>
}

/** Tables with `search_text`, a `status` and a text index. */
export type SearchedTable = 'posts' | 'users' | 'dmca_reports' | 'backlinks'

export type Search = {
  table: SearchedTable
  /** Folded like `search_text`, and not empty. */
  term: string
  /** A status, or `all`. */
  status: string
  limit: number
}

export type EngineFacts = {
  /** Name and version, such as `SQLite 3.51.3`. */
  version: string
  bytes: number
  /** Bytes of a file's write-ahead log and of unused space in it. Null on a server. */
  file: { logBytes: number; unusedBytes: number } | null
  /** The server's address without a password. Null for a file. */
  server: string | null
}

export type DatabaseFiles = {
  backups: string
  startFacts: StartFacts
  /**
   * Ends the process with a text for the operator if startup met damage in a part of the file not
   * yet checked; rethrows other errors.
   */
  endIfDamaged(error: unknown): never
  /** Replaces the database with a checked file; the old one stays as `keptAs`. */
  replace(staged: string, keptAs: string): Promise<void>
  /** Returns the space of deleted rows to the disk; takes seconds per gigabyte. */
  compact(): Promise<void>
}

export type StartFacts = {
  /** True if the last process to open it didn't close it: it was killed, or the power failed. */
  unclean: boolean
  /** True if every page was read before use. */
  checked: boolean
}
