import type { Asker } from '#app/outbound/lookup-asker.ts'
import { createTurns } from '#app/outbound/turns.ts'

export type PlacedJob = {
  /** See `widestNetworkOf`. */
  network: string
  /** Begins the work, which must call `leave` at its end. */
  start(): void
  /** Ends the job, running or waiting, in favor of a network with fewer. */
  giveWay(): void
  /** Milliseconds for which a slow reader has stalled the work. */
  behindMs(): number
}

export type FairPlaces<Job extends PlacedJob> = {
  /** Starts or queues a job. Returns false if too many wait. */
  enter(job: Job): boolean
  /** Must be called when a job ends or stops waiting. */
  leave(job: Job): void
  running(): Job[]
  waiting(): Job[]
}

/** Time that others wait for a slow reader, or for a network's second job. */
const patienceMs = 10_000
/** Time that its own network waits for a slow reader. */
const ownPatienceMs = 120_000
const checkMs = 1_000

/**
 * Creates places that networks share. Those with the fewest jobs go next, in turn. While another
 * network waits, a job gives way if its reader falls behind, or if it takes long and isn't its
 * network's only one. When the queue is full, its last job gives way to a network with fewer.
 */
export function createFairPlaces<Job extends PlacedJob>(options: {
  places: number
  queueLimit: number
}): FairPlaces<Job> {
  const { places, queueLimit } = options
  const queue: { job: Job; asker: Asker }[] = []
  const running = new Map<Job, number>()
  const turns = createTurns()
  let timer: NodeJS.Timeout | undefined

  const runningOf = (network: string) =>
    [...running.keys()].filter((job) => job.network === network).length

  function startNext(): void {
    if (queue.length === 0) clearInterval(timer)
    if (queue.length === 0 || running.size >= places) return
    const fewest = Math.min(...queue.map(({ job }) => runningOf(job.network)))
    const next = turns.take(queue.filter(({ job }) => runningOf(job.network) === fewest))
    if (next === null) return
    queue.splice(queue.indexOf(next), 1)
    running.set(next.job, performance.now())
    next.job.start()
    startNext()
  }

  /** Ends at most one job, since its place may serve the next in line. */
  function makeRoom(): void {
    const others = (network: string) => queue.filter(({ job }) => job.network !== network)
    const now = performance.now()
    const slowest = [...running]
      .filter(([job, startedAt]) => {
        const hasMore = others(job.network).some(
          (other) => runningOf(other.job.network) < runningOf(job.network) - 1,
        )
        const takesLong = hasMore && now - startedAt >= patienceMs
        const waitsMs = others(job.network).length > 0 ? patienceMs : ownPatienceMs
        const isBehind = job.behindMs() >= waitsMs
        return takesLong || isBehind
      })
      .map(([job]) => job)
      .sort((a, b) => b.behindMs() - a.behindMs())[0]
    slowest?.giveWay()
  }

  function remove(job: Job): void {
    const at = queue.findIndex((waiting) => waiting.job === job)
    if (at !== -1) queue.splice(at, 1)
  }

  return {
    enter(job) {
      const asker = { isLow: () => false, networks: () => [job.network] }
      const isBusy = running.size >= places
      const gaveWay = isBusy && queue.length >= queueLimit ? turns.giveWay(queue, asker) : null
      if (isBusy && queue.length >= queueLimit) return false
      queue.push({ job, asker })
      gaveWay?.job.giveWay()
      clearInterval(timer)
      timer = setInterval(makeRoom, checkMs).unref()
      startNext()
      return true
    },
    leave(job) {
      running.delete(job)
      remove(job)
      startNext()
    },
    running: () => [...running.keys()],
    waiting: () => queue.map(({ job }) => job),
  }
}
