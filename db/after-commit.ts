import { AsyncLocalStorage } from 'node:async_hooks'
import type { Engine } from './engine-type.ts'

/** Work for after a transaction. Null once it has ended. */
type Ending = { waiting: (() => void)[] | null }

const endings = new AsyncLocalStorage<Ending>()

/**
 * Calls `work` once the surrounding transaction has committed, never if it is rolled back, and at
 * once outside of one. For anything that makes others read what has changed.
 */
export function afterCommit(work: () => void): void {
  const waiting = endings.getStore()?.waiting
  if (waiting) waiting.push(work)
  else work()
}

export function withAfterCommit(transact: Engine['transact']): Engine['transact'] {
  return async (work) => {
    const waiting: (() => void)[] = []
    const ending: Ending = { waiting }
    try {
      const result = await endings.run(ending, () => transact(work))
      for (const each of waiting) each()
      return result
    } finally {
      // Work started in the transaction may outlast it, and must not wait forever.
      ending.waiting = null
    }
  }
}
