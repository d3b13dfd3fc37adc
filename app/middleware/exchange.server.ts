import type { Readable } from 'node:stream'
import { createContext, type RouterContextProvider } from 'react-router'

/** What follows a stream: whether all of it went out, and how many bytes the socket took. */
type OnEnd = (sentWhole: boolean, bytes: number) => void

/** What the HTTP server and the routes tell each other about one request. */
export type Exchange = {
  /** Shown to visitors on error pages and written to the log. */
  id: string
  /** The visitor's address as far as the trusted proxies vouch for it. Never stored. */
  clientAddress: string
  nonce: string
  /** The visitor's country as a trusted proxy states it: two capital letters, else null. */
  proxyCountry: string | null
  /** A body to be sent instead of the Response's own; see `streamedResponse`. */
  file: { body: Readable; onEnd: OnEnd } | null
}

export const exchangeContext = createContext<Exchange>()

/**
 * A response whose body goes from a Node stream to the socket, past web streams: those cost a
 * third of the speed. `onEnd` is called once, whatever happens to the stream.
 */
export function streamedResponse(
  context: Readonly<RouterContextProvider>,
  body: Readable,
  init: { status: number; headers: Record<string, string> },
  onEnd: OnEnd,
): Response {
  context.get(exchangeContext).file = { body, onEnd }
  return new Response(null, init)
}
