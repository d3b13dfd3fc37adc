import type { Readable } from 'node:stream'
import { createContext, type RouterContextProvider } from 'react-router'

/** A body that the server sends in place of the Response's own; see `streamedResponse`. */
export type StreamedBody = {
  body: Readable
  /**
   * Called exactly once, with whether all was sent, how many bytes the socket took, and whether the
   * stream was cut short because its reader left.
   */
  onEnd: (sentWhole: boolean, bytes: number, readerLeft: boolean) => void
  /**
   * Called at the start with functions that return the bytes sent so far, and for how many
   * milliseconds the reader's connection has taken none.
   */
  onStart?: (sent: () => number, silentMs: () => number) => void
}

export const streamedBody = createContext<StreamedBody | null>(null)

/**
 * True once the router has answered, or has given up a request whose reader left. Its route may go
 * on, but what it returns is never sent.
 */
export const isRouted = createContext(false)

/**
 * Returns a response whose body is piped from a Node stream to the socket: web streams would cost a
 * third of the speed.
 */
export function streamedResponse(
  context: Readonly<RouterContextProvider>,
  stream: StreamedBody,
  init: { status: number; headers: Record<string, string> },
): Response {
  const { body, onEnd } = stream
  // It can fail before it is sent, such as a file that can't be opened. Sending it reports that.
  body.on('error', () => {})
  if (context.get(isRouted)) {
    body.destroy()
    onEnd(false, 0, true)
  } else context.set(streamedBody, stream)
  return new Response(null, init)
}
