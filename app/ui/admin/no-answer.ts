import { useSyncExternalStore } from 'react'
import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from 'react-router'

/** Asks the server, and gives `instead` when it can't be reached. */
export async function orNoAnswer<Answer, Instead>(
  ask: () => Promise<Answer>,
  instead: Instead,
): Promise<Answer | Instead> {
  try {
    return await ask()
  } catch (error) {
    if (isNoAnswer(error)) return instead
    throw error
  }
}

/** Whether a form was sent that nothing answered, and nothing has been loaded or sent since. */
export function useNoAnswer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => unanswered,
    () => false,
  )
}

let unanswered = false
const listeners = new Set<() => void>()

function tellUnanswered(now: boolean): void {
  if (unanswered === now) return
  unanswered = now
  for (const listener of listeners) listener()
}

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>

/**
 * For a layout's `clientMiddleware`: a form whose sending fails keeps its page, with all that was
 * typed, where the router would put an error page in its place. A status of 400 or more makes it
 * leave the loaders alone. The layout says what happened, by `useNoAnswer`.
 */
export const keepPageWithoutAnswer: ClientMiddleware = async ({ request }, next) => {
  const isForm = request.method !== 'GET'
  if (isForm) tellUnanswered(false)
  const results = await next()
  const answers = Object.entries(results)
  const failed = answers.filter(([, { type }]) => type === 'error')
  // After a form without an answer nothing is loaded, which is no answer either.
  if (answers.length > 0 && failed.length === 0) tellUnanswered(false)
  for (const [routeId, { result }] of failed) {
    if (!isForm || !isNoAnswer(result)) continue
    results[routeId] = { type: 'data', result: data(undefined, { status: 503 }) }
    tellUnanswered(true)
  }
  return results
}

/** A failed connection is a `TypeError` of the browser's own; a proxy says it by its status. */
function isNoAnswer(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status === 502 || error.status === 504
  return error instanceof TypeError
}
