import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

export type Results = Readonly<Record<string, Readonly<DataStrategyResult>>>

/** Waits until a request's results may be shown. Null until late-loaded code sets it. */
let watch: ((request: Request, results: Results) => Promise<void>) | null = null

/** Sets a hook that sees each request's results before the page shows them. */
export function watchResults(look: typeof watch): void {
  watch = look
}

/** Returns what the page shows of a request's results. Null until late-loaded code sets it. */
let change: ((results: Results) => Results) | null = null

/** Sets a hook that can replace each request's results. */
export function changeResults(by: typeof change): void {
  change = by
}

/** A layout's `clientMiddleware`: passes results to the hooks, which load after the screen. */
export const resultsMiddleware: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next()
  await watch?.(request, results)
  return change?.(results) ?? results
}
