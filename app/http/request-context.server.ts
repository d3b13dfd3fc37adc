import type { Readable } from 'node:stream'
import { createContext, type RouterContextProvider } from 'react-router'
import type { UnavailableReason } from '#db/unavailable.ts'

/**
 * What follows a stream: whether all of it went out, how many bytes the socket took, and whether it
 * was cut short because its reader left.
 */
type OnEnd = (sentWhole: boolean, bytes: number, readerLeft: boolean) => void

/** What the HTTP server and the routes tell each other about one request. */
export type Exchange = {
  /** Shown to visitors on error pages and written to the log. */
  id: string
  /** The visitor's address as far as the trusted proxies vouch for it. Never stored. */
  clientAddress: string
  /** The visitor's country as a trusted proxy states it: two capital letters, else null. */
  proxyCountry: string | null
  /** The address as the visitor asked for it, where its page is made for a plainer one. */
  askedUrl: URL | null
  /** Why the database takes nothing at the moment, where the answer failed for that; else null. */
  unavailable: UnavailableReason | null
  /** Whether the page says that something went wrong: it shows what no loader's data has. */
  failed: boolean
  /** HTML that the page holds and its loader data does not, so that it travels once. */
  servedHtml: readonly string[]
  /** A page as it was rendered, past web streams; the Response that goes with it has no body. */
  page: Buffer | null
  /** A body to be sent instead of the Response's own; see `streamedResponse`. */
  file: { body: Readable; onEnd: OnEnd } | null
}

export const exchangeContext = createContext<Exchange>()

/** The exchange of a request that has just come. */
export function createExchange(
  facts: Pick<Exchange, 'id' | 'clientAddress' | 'proxyCountry'>,
): Exchange {
  return {
    ...facts,
    askedUrl: null,
    unavailable: null,
    failed: false,
    servedHtml: [],
    page: null,
    file: null,
  }
}

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
