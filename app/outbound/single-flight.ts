type Flight<V> = { callers: number; controller: AbortController; result: Promise<V> }

/** Shares one call among callers that ask for the same key at the same time. Keeps no results. */
export function createSingleFlight<K, V>() {
  const flights = new Map<K, Flight<V>>()

  function start(key: K, work: (signal: AbortSignal) => Promise<V>): Flight<V> {
    const controller = new AbortController()
    // In an async function, so that a `work` that throws at once rejects as well.
    const result = (async () => work(controller.signal))()
    const flight: Flight<V> = { callers: 0, controller, result }
    flights.set(key, flight)
    const land = () => forget(key, flight)
    result.then(land, land)
    return flight
  }

  function forget(key: K, flight: Flight<V>): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  /**
   * Joins the running call for `key`, or starts `work`. Settles as the shared call does, or rejects
   * with the abort reason if `signal` aborts first. The signal given to `work` aborts when the last
   * caller has left.
   */
  function run(key: K, work: (signal: AbortSignal) => Promise<V>, signal: AbortSignal): Promise<V> {
    if (signal.aborted) return Promise.reject(signal.reason)
    const flight = flights.get(key) ?? start(key, work)
    flight.callers += 1
    return new Promise<V>((resolve, reject) => {
      const leave = () => {
        flight.callers -= 1
        if (flight.callers === 0) {
          // Removed first, since the next caller must not join a call that is being ended.
          forget(key, flight)
          flight.controller.abort(signal.reason)
        }
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      const stay = () => signal.removeEventListener('abort', leave)
      flight.result.then(
        (value) => {
          stay()
          resolve(value)
        },
        (error) => {
          stay()
          reject(error)
        },
      )
    })
  }

  return {
    run,
    has: (key: K) => flights.has(key),
    get size() {
      return flights.size
    },
  }
}
