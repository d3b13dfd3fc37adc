type Waiting = { run: () => Promise<void>; refuse: () => void; timer: NodeJS.Timeout }
type Network = { running: number; waiting: Set<Waiting> }

type TurnLimits = {
  /** Max running at once per network. */
  running: number
  /** Max waiting per network, in order. The rest is refused. */
  waiting: number
  /** After this long, work frees its place: it's waiting for something, such as the platform. */
  workMs: number
  waitMs: number
}

/**
 * Limits how many of a network's requests run at once, so that a flood is spread over turns of the
 * event loop in which other requests are answered. `take` runs `run` now or later, or calls
 * `refuse` instead. It returns a function to call when the client leaves.
 */
export function createTurns({ running, waiting, workMs, waitMs }: TurnLimits) {
  const networks = new Map<string, Network>()

  function start(name: string, network: Network, run: () => Promise<void>): void {
    network.running += 1
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      // Not before the next turn, so that work that finishes synchronously also counts in this one.
      setImmediate(() => {
        network.running -= 1
        startNext(name, network)
      })
    }
    const timer = setTimeout(end, workMs)
    void run().finally(end)
  }

  function startNext(name: string, network: Network): void {
    const [next] = network.waiting
    if (next !== undefined && network.running < running) {
      forget(network, next)
      start(name, network, next.run)
    } else if (network.running === 0) networks.delete(name)
  }

  return {
    take(name: string, run: () => Promise<void>, refuse: () => void): () => void {
      const network = networks.get(name) ?? { running: 0, waiting: new Set() }
      networks.set(name, network)
      if (network.running < running && network.waiting.size === 0) {
        start(name, network, run)
        return () => {}
      }
      if (network.waiting.size >= waiting) {
        refuse()
        return () => {}
      }
      const timer = setTimeout(() => {
        network.waiting.delete(entry)
        refuse()
      }, waitMs)
      const entry: Waiting = { run, refuse, timer }
      network.waiting.add(entry)
      return () => forget(network, entry)
    },
  }
}

function forget(network: Network, entry: Waiting): void {
  clearTimeout(entry.timer)
  network.waiting.delete(entry)
}
