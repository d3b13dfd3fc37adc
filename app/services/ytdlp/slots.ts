type Place = { leave(): void }

/** A fixed number of places to work in, with a bounded queue before them. */
export type Slots = {
  /** Waits for a place; never rejects. `full` when too many wait already. */
  take(signal: AbortSignal): Promise<Place | 'full' | 'aborted'>
  readonly waiting: number
}

export function createSlots(places: number, queueLimit: number): Slots {
  let taken = 0
  const queue: (() => void)[] = []

  function place(): Place {
    let isLeft = false
    return {
      leave() {
        if (isLeft) return
        isLeft = true
        // The place goes to the next in line, so that no newcomer is before them.
        const next = queue.shift()
        if (next === undefined) taken -= 1
        else next()
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
      if (queue.length >= queueLimit) return Promise.resolve('full')
      return new Promise((resolve) => {
        const grant = () => {
          signal.removeEventListener('abort', leave)
          resolve(place())
        }
        const leave = () => {
          queue.splice(queue.indexOf(grant), 1)
          resolve('aborted')
        }
        signal.addEventListener('abort', leave, { once: true })
        queue.push(grant)
      })
    },
    get waiting() {
      return queue.length
    },
  }
}
