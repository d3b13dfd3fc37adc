import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { Database } from './schema.ts'
import type { UnavailableReason } from './unavailable.ts'

/** What a database engine does for the rooms; everything else about it stays in its own folder. */
export type Engine = {
  /** Whether other processes can use the database too, so that what is in memory is not all there is. */
  shared: boolean

  /** The database's clock, in unix milliseconds, at the time of the statement that it is a part of. */
  now: RawBuilder<number>

  /** For single statements, and for transactions that other writers don't disturb. */
  db: Kysely<Database>

  /**
   * Runs `work` in a transaction that is alone among those of `transact`, so what it reads stays true
   * until it commits. A statement that fails ends the whole transaction: never catch and go on. Never
   * await anything but the database in it.
   */
  transact<Result>(work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result>

  /**
   * The same database for the events of visitors, which are written often: a commit need not reach
   * the disk, so the last second of them may be lost when the power fails. Theirs are whole all the same.
   */
  eventsDb: Kysely<Database>

  /** `transact` for events: alone among those of `transactEvents` in this process. */
  transactEvents<Result>(work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result>

  /** Why the database could not do something; null if the cause is the statement, not its state. */
  faultOf(error: unknown): UnavailableReason | null

  /**
   * Rows of a searched table that may contain a term, one to three characters long for certain; null
   * if there are more than `limit`. They are an item for `from`, called `candidate`, whose column
   * `value` is the row's `seq`.
   */
  searchCandidates(search: Search): Promise<RawBuilder<unknown> | null>

  facts(): Promise<EngineFacts>

  /** About how many rows a table has, without counting them. */
  estimatedRows(table: keyof Database & string): Promise<number>

  /** The last number that a table has ever given a row; 0 before the first. */
  lastNumber(table: keyof Database & string): Promise<number>

  /** Lets the numbers of new rows follow those of rows that were inserted with their own. */
  continueNumbers(executor: Kysely<Database>): Promise<void>

  /**
   * Calls `listener`, which forgets what it knows of the content, after another database has come.
   * Events are not written before it is done, so it must not wait for one.
   */
  onDatabaseReplaced(listener: () => void | Promise<void>): void

  /** Creates a limit that all processes on the database count together; `name` tells it from others. */
  createLimiter(name: string, options: LimiterOptions): Limiter

  /** What paces the requests of all processes to one service; null where there is one process. */
  gateOf(service: string): Gate | null

  /** Salts of visitors' hashes, by UTC day, that all processes share; empty where there is one. */
  sharedSalts: ReadonlyMap<number, Buffer>

  /** The newest migration in the database that this build doesn't know; null while it knows them all. */
  unknownMigration(): Promise<string | null>

  /** Sets how many connections to a server are open at the most. */
  limitConnections(most: number): void

  /** What is done with a database that is a file, and with nothing else; null for one that is not. */
  files: DatabaseFiles | null
}

export type LimiterOptions = { points: number; seconds: number }

export type Limiter = {
  /** Counts `points` for a key. Rejects with a RateLimiterRes if it has used up its own. */
  consume(key: string, points: number): Promise<unknown>
}

export type Gate = {
  /**
   * Reserves the next start, `intervalMs` before the one after it. Returns how long to wait for it, in
   * milliseconds; null if that would be longer than `withinMs`, and nothing was reserved.
   */
  reserve(intervalMs: number, withinMs: number): Promise<number | null>
  /** Stops all starts for `ms` milliseconds. A longer hold stays in force. */
  hold(ms: number): Promise<void>
  /** Ends a hold. */
  release(): Promise<void>
}

/** The tables with a column `search_text`, a `status` and an index of their text. */
export type SearchedTable = 'posts' | 'users' | 'dmca_reports' | 'backlinks'

export type Search = {
  table: SearchedTable
  /** Folded as `search_text` is, and not empty. */
  term: string
  /** A status of the table's rows, or `all`. */
  status: string
  limit: number
}

export type EngineFacts = {
  /** Name and version, as `SQLite 3.51.3`. */
  version: string
  bytes: number
  /** Of a file: of its write-ahead log, and of unused space within it. Null on a server. */
  file: { logBytes: number; unusedBytes: number } | null
  /** The server's address, without a password; null for a file. */
  server: string | null
}

export type DatabaseFiles = {
  /** The folder of the database's backups. */
  backups: string
  /** How the file was found at the start. */
  startFacts: StartFacts
  /**
   * Ends the process with a text for the operator if the start met damage in a part of the file that
   * had not been checked; throws any other error again.
   */
  endIfDamaged(error: unknown): never
  /** Puts a checked file in the database's place, which stays as `keptAs`. */
  replace(staged: string, keptAs: string): Promise<void>
  /** Gives the space of deleted rows back to the disk; takes seconds for each gigabyte. */
  compact(): Promise<void>
}

/** How a database file was found at the start. */
export type StartFacts = {
  /** Whether the last process to open it did not close it: it was killed, or power failed. */
  unclean: boolean
  /** Whether every page was read before it was used. */
  checked: boolean
}
