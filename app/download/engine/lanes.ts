import pLimit from 'p-limit'

/**
 * Does the work for each item, some at once, and returns the results in order. Rejects with the
 * first failure; no further work is begun then.
 */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit(lanes)
  try {
    return await limit.map(items, work)
  } finally {
    limit.clearQueue()
  }
}
