import { AsyncLocalStorage } from 'node:async_hooks'
import type { Engine } from './engine-type.ts'

/** What waits for the end of a transaction; null once it has ended. */
type Ending = { waiting: (() => void)[] | null }

const endings = new AsyncLocalStorage<Ending>()

/**
 * Calls `work` once the transaction has committed in which this is called, and never if it is undone;
 * at once outside of one. For what makes others read what has changed.
 */
export function afterCommit(work: () => void): void {
  const waiting = endings.getStore()?.waiting
  if (waiting) waiting.push(work)
  else work()
}

/** Runs transactions as `transact` does, and calls what `afterCommit` was given in them. */
export function withAfterCommit(transact: Engine['transact']): Engine['transact'] {
  return async (work) => {
    const waiting: (() => void)[] = []
    const ending: Ending = { waiting }
    try {
      const result = await endings.run(ending, () => transact(work))
      for (const each of waiting) each()
      return result
    } finally {
      // What was begun in the transaction may go on after it, and must not wait for ever.
      ending.waiting = null
    }
  }
}
