import { currentPriority, type IsLowPriority } from '#app/outbound/lookup-priority.ts'

type Place = { leave(): void }

type Waiter = { grant: () => void; isLow: IsLowPriority }

/**
 * A fixed number of places to work in, with a bounded queue before them. Batches wait until nothing
 * else does (see `withPriority`).
 */
export type Slots = {
  /** Waits for a place; never rejects. `full` when too many wait already. */
  take(signal: AbortSignal): Promise<Place | 'full' | 'aborted'>
  readonly waiting: number
}

export function createSlots(places: number, queueLimit: number): Slots {
  let taken = 0
  const queue: Waiter[] = []

  function place(): Place {
    let isLeft = false
    return {
      leave() {
        if (isLeft) return
        isLeft = true
        // The place goes to the next in line, so that no newcomer is before them.
        const urgent = queue.findIndex(({ isLow }) => !isLow())
        const [next] = queue.splice(Math.max(0, urgent), 1)
        if (next === undefined) taken -= 1
        else next.grant()
      },
    }
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve('aborted')
      if (taken < places) {
        taken += 1
        return Promise.resolve(place())
      }
      const isLow = currentPriority()
      const before = isLow() ? queue : queue.filter((waiter) => !waiter.isLow())
      if (before.length >= queueLimit) return Promise.resolve('full')
      return new Promise((resolve) => {
        const grant = () => {
          signal.removeEventListener('abort', leave)
          resolve(place())
        }
        const waiter = { grant, isLow }
        const leave = () => {
          queue.splice(queue.indexOf(waiter), 1)
          resolve('aborted')
        }
        signal.addEventListener('abort', leave, { once: true })
        queue.push(waiter)
      })
    },
    get waiting() {
      return queue.length
    },
  }
}
