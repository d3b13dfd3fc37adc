import { z } from 'zod'

const Handle = z.object({
  cachedQuery: z.object({ parameter: z.string(), values: z.array(z.string()).readonly() }),
})

/**
 * A query parameter, and its values whose pages are cached. A route sets it in its `handle`; a page
 * with any other value or parameter is rendered each time.
 */
export type CachedQuery = z.infer<typeof Handle>['cachedQuery']

/** Returns the cached query of a route's `handle`; null if it has none. */
export function cachedQueryOf(handle: unknown): CachedQuery | null {
  return Handle.safeParse(handle).data?.cachedQuery ?? null
}
