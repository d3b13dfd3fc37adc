/**
 * Does the work for each item, some at once, and returns the results in order. Rejects with the first
 * failure; no further work is begun then.
 */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length)
  const waiting = items.entries()
  let isOver = false
  const lane = async () => {
    for (const [index, item] of waiting) {
      if (isOver) return
      results[index] = await work(item, index)
    }
  }
  const fail = (error: unknown) => {
    isOver = true
    throw error
  }
  await Promise.all(Array.from({ length: lanes }, () => lane().catch(fail)))
  return results
}
