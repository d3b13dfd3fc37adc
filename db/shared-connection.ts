import type SQLite from 'better-sqlite3'
import { DatabaseUnavailableError, unavailableReason } from './unavailable.ts'

/** How long a statement waits for another program's lock, in milliseconds. */
const patienceMs = 10_000
const shortestWaitMs = 5
const longestWaitMs = 50

/**
 * One SQLite connection that everyone takes turns at. SQLite's own busy_timeout would stop the
 * whole process while it waits, every stream with it; here a statement that meets another program's
 * lock gives its turn back, and tries again a little later.
 */
export class SharedConnection {
  #handle: SQLite.Database
  readonly #onDamage: (text: string) => void
  #taken = false
  readonly #queue: (() => void)[] = []
  /** Set while another program holds the lock: all who want to write wait for one and the same. */
  #lockWait: Promise<void> | null = null
  #waitMs = shortestWaitMs

  /** `onDamage` hears of every statement that meets damage, with what SQLite says of it. */
  constructor(handle: SQLite.Database, onDamage: (text: string) => void = () => {}) {
    this.#handle = handle
    this.#onDamage = onDamage
  }

  /** Runs `work` when no one's transaction is open; again, as long as another program is in the way. */
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
   * For the owner of the transaction. Throws a DatabaseUnavailableError for want of room or lock, and
   * for damage.
   */
  now<Result>(work: (handle: SQLite.Database) => Result): Result {
    try {
      return work(this.#handle)
    } catch (error) {
      const reason = unavailableReason(error)
      if (reason === 'damaged') this.#onDamage(error instanceof Error ? error.message : '')
      throw reason === null ? error : new DatabaseUnavailableError(reason, { cause: error })
    }
  }

  /** Ends the turn that `begin` has begun. */
  giveBack(): void {
    const next = this.#queue.shift()
    if (next === undefined) this.#taken = false
    else next()
  }

  /**
   * Puts another connection in this one's place, between two transactions. `swap` must leave this
   * one as it was when it throws, or give one that works and say what failed.
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

  close(): void {
    this.#handle.close()
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
