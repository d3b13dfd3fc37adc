import { useSyncExternalStore } from 'react'
import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from 'react-router'

/** Asks the server. Returns `fallback` when it can't be reached. */
export async function orNoAnswer<Answer, Fallback>(
  ask: () => Promise<Answer>,
  fallback: Fallback,
): Promise<Answer | Fallback> {
  try {
    return await ask()
  } catch (error) {
    if (isNoAnswer(error)) return fallback
    throw error
  }
}

/** Whether a form was sent that nothing answered, with no other form sent and no other page opened since. */
export function useNoAnswer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unanswered !== null,
    () => false,
  )
}

/** The path that the form was sent to. */
let unanswered: string | null = null
const listeners = new Set<() => void>()

function tellUnanswered(now: string | null): void {
  if (unanswered === now) return
  unanswered = now
  for (const listener of listeners) listener()
}

/** The data of the page's routes while the page renews itself; else null. */
let shown: Readonly<Record<string, unknown>> | null = null

/**
 * Renews the page, of which no part may go: where the server has no answer, the route's data stays
 * as it is, and with it what was typed. `data` is that of each route, by its id.
 */
export async function keepShown(
  data: Readonly<Record<string, unknown>>,
  renew: () => Promise<void>,
): Promise<void> {
  shown = data
  try {
    await renew()
  } finally {
    shown = null
  }
}

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>

/**
 * For a layout's `clientMiddleware`: a form whose sending fails keeps its page, with all that was
 * typed, where the router would put an error page in its place. A status of 400 or more makes it
 * leave the loaders alone. The layout says what happened, by `useNoAnswer`.
 */
export const keepPageWithoutAnswer: ClientMiddleware = async ({ request }, next) => {
  const isForm = request.method !== 'GET'
  const { pathname, search } = new URL(request.url)
  if (isForm || pathname !== unanswered) tellUnanswered(null)
  const isHere = pathname === location.pathname && search === location.search
  const kept = isHere && !isForm ? shown : null
  const results = await next()
  for (const [routeId, { type, result }] of Object.entries(results)) {
    const keeps = type === 'error' && !(bare(result) instanceof Response)
    // A page that says that nothing is here has no data, and goes on saying so.
    if (keeps && kept?.[routeId] !== undefined) {
      results[routeId] = { type: 'data', result: kept[routeId] }
    }
  }
  if (!isForm) return results
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== 'error' || !isNoAnswer(bare(result))) continue
    results[routeId] = { type: 'data', result: data(undefined, { status: 503 }) }
    tellUnanswered(pathname)
  }
  return results
}

/** What an action threw: the router puts it into an envelope that is for a status. */
function bare(result: unknown): unknown {
  const isWrapped = typeof result === 'object' && result !== null && 'init' in result
  return isWrapped && 'data' in result ? result.data : result
}

/** A failed connection is a `TypeError` of the browser's own; a proxy says it by its status. */
function isNoAnswer(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status === 502 || error.status === 504
  return error instanceof TypeError
}
