import { tellConnection } from './connection.ts'
import { leadsToSignIn, offersSignIn } from './signed-out.ts'
import { type Results, watchResults } from './watch-results.ts'

/** The routes whose data the page shows, during a renewal; otherwise null. */
let shown: ReadonlySet<string> | null = null
let isLeftOpen = false

/**
 * Reloads the page's data without losing any part of the page. A failed renewal is left unfinished,
 * so that the screen and what was typed stay; the next renewal or navigation replaces it.
 */
export async function renewPage(
  routes: Iterable<string>,
  revalidate: () => Promise<void>,
): Promise<void> {
  shown = new Set(routes)
  isLeftOpen = false
  watchResults(leaveFailedOpen)
  try {
    await revalidate()
  } finally {
    shown = null
  }
}

export function renewalIsLeftOpen(): boolean {
  return isLeftOpen
}

async function leaveFailedOpen({ url, method, signal }: Request, results: Results): Promise<void> {
  const { pathname, search } = new URL(url)
  const isHere = pathname === location.pathname && search === location.search
  if (shown === null || method !== 'GET' || !isHere) return
  const isOut = offersSignIn() && Object.values(results).some(({ result }) => leadsToSignIn(result))
  if (isOut) tellConnection('signed out')
  else if (!loses(results, shown)) return
  shown = null
  isLeftOpen = true
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
}

/** True if an error would replace part of the page that shows no error yet. */
function loses(results: Results, routes: ReadonlySet<string>): boolean {
  return Object.entries(results).some(
    ([id, { type, result }]) => type === 'error' && !(result instanceof Response) && routes.has(id),
  )
}
