import type { Asker } from '#app/outbound/lookup-asker.ts'
import { createTurns } from '#app/outbound/turns.ts'

type Place = { leave(): void }

type Waiter = { grant: () => void; refuse: () => void; asker: Asker }

/**
 * Creates a fixed number of places, with a bounded queue that serves networks in turn. Batches wait
 * until no one else does.
 */
export function createSlots(places: number, queueLimit: number) {
  let taken = 0
  const queue: Waiter[] = []
  const turns = createTurns()

  const place: Place = {
    leave() {
      // The place goes straight to the next in line, so that no newcomer overtakes them.
      const next = turns.take(queue)
      if (next === null) taken -= 1
      else next.grant()
    },
  }

  return {
    /**
     * Waits for a place; never rejects. `full` if the queue is full, also for a waiter who gives
     * way because its network has the most of a full queue.
     */
    take(signal: AbortSignal, asker: Asker): Promise<Place | 'full' | 'aborted'> {
      if (signal.aborted) return Promise.resolve('aborted')
      if (taken < places) {
        taken += 1
        return Promise.resolve(place)
      }
      const before = asker.isLow() ? queue : queue.filter((waiter) => !waiter.asker.isLow())
      const gaveWay = before.length < queueLimit ? null : turns.giveWay(queue, asker)
      if (before.length >= queueLimit && gaveWay === null) return Promise.resolve('full')
      gaveWay?.refuse()
      return new Promise((resolve) => {
        const grant = () => {
          signal.removeEventListener('abort', leave)
          resolve(place)
        }
        const refuse = () => {
          signal.removeEventListener('abort', leave)
          resolve('full')
        }
        const waiter = { grant, refuse, asker }
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
