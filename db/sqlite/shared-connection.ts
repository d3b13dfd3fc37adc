import type SQLite from 'better-sqlite3'
import { DatabaseUnavailableError } from '../unavailable.ts'
import { faultOf } from './faults.ts'

/** Longest wait for another program's lock, in milliseconds. */
const patienceMs = 10_000
const shortestWaitMs = 5
const longestWaitMs = 50

/**
 * One SQLite connection, used in turns. SQLite's own busy_timeout would stop the whole process,
 * every stream included, while it waits; here a statement that meets another program's lock gives
 * up its turn and retries a little later.
 */
export class SharedConnection {
  #handle: SQLite.Database | (() => SQLite.Database)
  readonly #onDamage: (text: string) => void
  #taken = false
  readonly #queue: (() => void)[] = []
  /** Set while another program holds the lock: all writers share one wait. */
  #lockWait: Promise<void> | null = null
  #waitMs = shortestWaitMs
  #closed: () => void = () => {}

  /**
   * Takes an open connection, or a function that opens it on first use. Calls `onDamage` with
   * SQLite's error text for every statement that meets damage.
   */
  constructor(
    handle: SQLite.Database | (() => SQLite.Database),
    onDamage: (text: string) => void = () => {},
  ) {
    this.#handle = handle
    this.#onDamage = onDamage
  }

  /** Runs `work` while no transaction is open; retries while another program holds the lock. */
  async inTurn<Result>(work: (handle: SQLite.Database) => Result): Promise<Result> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      if (this.#taken) await this.#takeTurn()
      else this.#taken = true
      try {
        const result = this.now(work)
        this.#waitMs = shortestWaitMs
        return result
      } catch (error) {
        if (!isLock(error) || performance.now() > deadline) throw error
      } finally {
        this.giveBack()
      }
      await this.#waitForLock()
    }
  }

  /** Begins a transaction, whose owner has the connection until `giveBack`. */
  async begin(statement: string): Promise<void> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      while (this.#lockWait !== null) await this.#lockWait
      if (this.#taken) await this.#takeTurn()
      else this.#taken = true
      try {
        this.now((handle) => handle.exec(statement))
        this.#waitMs = shortestWaitMs
        return
      } catch (error) {
        this.giveBack()
        if (!isLock(error) || performance.now() > deadline) throw error
      }
      await this.#waitForLock()
    }
  }

  /**
   * For the transaction's owner. Throws a DatabaseUnavailableError for a full disk, a lock or
   * damage.
   */
  now<Result>(work: (handle: SQLite.Database) => Result): Result {
    try {
      if (typeof this.#handle === 'function') this.#handle = this.#handle()
      return work(this.#handle)
    } catch (error) {
      const reason = faultOf(error)
      if (reason === 'damaged') this.#onDamage(error instanceof Error ? error.message : '')
      throw reason === null ? error : new DatabaseUnavailableError(reason, { cause: error })
    }
  }

  /** Ends the turn begun by `begin`. */
  giveBack(): void {
    const next = this.#queue.shift()
    if (next === undefined) this.#taken = false
    else next()
  }

  /**
   * Replaces the connection between two transactions. `swap` must either throw and leave this one
   * as it was, or return one that works with the failure, if any.
   */
  async replace(
    swap: (handle: SQLite.Database) => { handle: SQLite.Database; failure: unknown },
  ): Promise<void> {
    const failure = await this.inTurn((before) => {
      const { handle, failure } = swap(before)
      this.#handle = handle
      return failure
    })
    if (failure !== null) throw failure
  }

  /** Closes the connection between two transactions until `work` is done; all others wait. */
  async closedFor<Result>(
    work: () => Promise<Result>,
    reopen: () => SQLite.Database,
  ): Promise<Result> {
    if (this.#taken) await this.#takeTurn()
    else this.#taken = true
    this.close()
    try {
      return await work()
    } finally {
      this.#handle = reopen
      this.giveBack()
    }
  }

  onClose(listener: () => void): void {
    this.#closed = listener
  }

  close(): void {
    this.#closed()
    if (typeof this.#handle !== 'function') return void this.#handle.close()
    this.#handle = () => {
      throw new Error('The database connection is not open')
    }
  }

  #takeTurn(): Promise<void> {
    return new Promise((resolve) => this.#queue.push(resolve))
  }

  #waitForLock(): Promise<void> {
    if (this.#lockWait === null) {
      const ms = this.#waitMs
      this.#waitMs = Math.min(longestWaitMs, ms * 2)
      this.#lockWait = new Promise((resolve) => {
        setTimeout(() => {
          this.#lockWait = null
          resolve()
        }, ms)
      })
    }
    return this.#lockWait
  }
}

function isLock(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError && error.reason === 'busy'
}
