/** Lets at most `limit` pieces of work run at a time; the others wait in the order they came. */
export function createTurns(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes straight to the next one, so that nobody who comes now is before him.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
