import type SQLite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { SharedConnection } from './shared-connection.ts'

/**
 * Returns a Kysely dialect for a shared connection. Unlike Kysely's own for SQLite: transactions
 * begin as writers, so none fails halfway for lack of the lock; waiting for another program doesn't
 * stop the process; reads go on meanwhile; and schema changes run in transactions too.
 */
export function sharedDialect(shared: SharedConnection): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new SharedDriver(shared),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SharedDriver implements Driver {
  readonly #shared: SharedConnection

  constructor(shared: SharedConnection) {
    this.#shared = shared
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Turn> {
    return new Turn(this.#shared)
  }

  async beginTransaction(turn: Turn): Promise<void> {
    await turn.begin()
  }

  async commitTransaction(turn: Turn): Promise<void> {
    turn.end('commit')
  }

  async rollbackTransaction(turn: Turn): Promise<void> {
    turn.end('rollback')
  }

  async releaseConnection(turn: Turn): Promise<void> {
    turn.release()
  }

  async destroy(): Promise<void> {
    this.#shared.close()
  }
}

/** Kysely's connection: single statements, or one transaction. */
class Turn implements DatabaseConnection {
  readonly #shared: SharedConnection
  #owns = false

  constructor(shared: SharedConnection) {
    this.#shared = shared
  }

  async begin(): Promise<void> {
    await this.#shared.begin('begin immediate')
    this.#owns = true
  }

  end(statement: 'commit' | 'rollback'): void {
    this.#shared.now((handle) => {
      // SQLite itself rolls back when the disk is full.
      if (statement === 'commit' || handle.inTransaction) handle.exec(statement)
    })
  }

  release(): void {
    if (!this.#owns) return
    this.#owns = false
    this.#shared.giveBack()
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const run = (handle: Handle) => execute<Row>(handle, query)
    return this.#owns ? this.#shared.now(run) : this.#shared.inTurn(run)
  }

  /** A statement read in parts would keep the log from being folded in: page by key. */
  // biome-ignore lint/correctness/useYield: there is nothing to yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Queries are not streamed: read in steps by key')
  }
}

type Handle = Parameters<Parameters<SharedConnection['now']>[0]>[0]

/** Caches the last statements used: compiling one takes longer than running most of them. */
const statements = new WeakMap<Handle, LRUCache<string, Statement>>()
type Statement = ReturnType<Handle['prepare']>
const keptStatements = 300
/**
 * Longer ones are lists of ids, which rarely recur; the statement that counts all pairs is nearly
 * as long.
 */
const longestKept = 12_000

function prepared<Row>(handle: Handle, sql: string): SQLite.Statement<unknown[], Row> {
  let kept = statements.get(handle)
  if (kept === undefined) {
    kept = new LRUCache({ max: keptStatements })
    statements.set(handle, kept)
  }
  const statement = kept.get(sql) ?? handle.prepare(sql)
  if (sql.length <= longestKept) kept.set(sql, statement)
  return statement as SQLite.Statement<unknown[], Row>
}

function execute<Row>(handle: Handle, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = prepared<Row>(handle, sql)
  if (statement.reader) return { rows: statement.all(parameters) }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}
