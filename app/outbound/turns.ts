import { LRUCache } from 'lru-cache'
import type { Asker } from './lookup-asker.ts'

type Waiting = {
  asker: Asker
  /** For a second attempt, which is served first. */
  first?: boolean
}

/** Max networks whose turns are remembered. A forgotten one counts as new. */
const remembered = 1_000

/**
 * Creates the order of a queue: the network whose last turn is longest ago is next, so one with
 * many requests delays another by one place. Low-priority work waits for all other work.
 */
export function createTurns() {
  const lastTurns = new LRUCache<string, number>({ max: remembered })
  let turn = 0

  const lastTurn = (network: string) => lastTurns.peek(network) ?? 0

  /** Work for several networks takes the earliest of their turns. */
  function networkOf(who: Asker): string {
    const [first = '', ...others] = who.networks()
    return others.reduce((best, next) => (lastTurn(next) < lastTurn(best) ? next : best), first)
  }

  function indexOfNext(queue: readonly Waiting[]): number {
    const first = queue.findIndex((waiting) => waiting.first)
    if (first !== -1) return first
    let next = -1
    let nextRank = Number.POSITIVE_INFINITY
    for (const [index, { asker }] of queue.entries()) {
      const rank = lastTurn(networkOf(asker)) + (asker.isLow() ? lowRank : 0)
      if (rank < nextRank) [next, nextRank] = [index, rank]
    }
    return next
  }

  function countByNetwork(queue: readonly Waiting[]): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { asker } of queue) {
      const network = networkOf(asker)
      counts.set(network, (counts.get(network) ?? 0) + 1)
    }
    return counts
  }

  return {
    /** Removes and returns the next entry, or null, and moves its network to the back. */
    take<W extends Waiting>(queue: W[]): W | null {
      const [next] = queue.splice(Math.max(0, indexOfNext(queue)), 1)
      if (next === undefined) return null
      turn += 1
      lastTurns.set(networkOf(next.asker), turn)
      return next
    },
    /** Returns the number of entries that would be served before a newcomer. */
    ahead(queue: readonly Waiting[], who: Asker): number {
      const before = queue.filter(
        ({ asker, first }) => first || (asker.isLow() ? false : who.isLow()),
      )
      const peers = queue.filter(({ asker, first }) => !first && asker.isLow() === who.isLow())
      const own = networkOf(who)
      const counts = countByNetwork(peers)
      const mine = counts.get(own) ?? 0
      let ahead = before.length + mine
      for (const [network, count] of counts) {
        if (network === own) continue
        const goesFirst = lastTurn(network) <= lastTurn(own)
        ahead += Math.min(count, goesFirst ? mine + 1 : mine)
      }
      return ahead
    },
    /**
     * Removes and returns the last entry of the network with the most, to make room for a newcomer.
     * Null if the newcomer's network would then have as many.
     */
    giveWay<W extends Waiting>(queue: W[], who: Asker): W | null {
      const removable = queue.filter(({ asker, first }) => !first && asker.isLow() === who.isLow())
      const counts = countByNetwork(removable)
      const [largest, most] = [...counts].reduce<[string, number]>(
        (found, next) => (next[1] > found[1] ? next : found),
        ['', 0],
      )
      if (most < (counts.get(networkOf(who)) ?? 0) + 2) return null
      const last = queue.findLast(
        (waiting) => removable.includes(waiting) && networkOf(waiting.asker) === largest,
      )
      if (last === undefined) return null
      queue.splice(queue.indexOf(last), 1)
      return last
    },
  }
}

/** Above every turn. */
const lowRank = Number.MAX_SAFE_INTEGER / 2
