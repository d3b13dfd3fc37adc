import { z } from 'zod'

const Handle = z.object({
  keptQuery: z.object({ parameter: z.string(), values: z.array(z.string()).readonly() }),
})

/**
 * A page's query parameter, and the values that each make a page worth keeping. A route says so in
 * its `handle`; with any other value or parameter its page is made anew each time.
 */
export type KeptQuery = z.infer<typeof Handle>['keptQuery']

/** Returns what a route's `handle` says about its query; null when that is nothing. */
export function keptQueryOf(handle: unknown): KeptQuery | null {
  return Handle.safeParse(handle).data?.keptQuery ?? null
}
