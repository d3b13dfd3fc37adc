import type { Readable } from 'node:stream'
import { createContext, type RouterContextProvider } from 'react-router'

/** A body that the server sends instead of the Response's own; see `streamedResponse`. */
export type StreamedBody = {
  body: Readable
  /**
   * Called once, whatever happens to the stream: whether all of it was sent, how many bytes the
   * socket took, and whether it was cut short because its reader left.
   */
  onEnd: (sentWhole: boolean, bytes: number, readerLeft: boolean) => void
}

export const streamedBody = createContext<StreamedBody | null>(null)

/**
 * Returns a response whose body goes from a Node stream to the socket, past web streams: those cost a
 * third of the speed.
 */
export function streamedResponse(
  context: Readonly<RouterContextProvider>,
  body: Readable,
  init: { status: number; headers: Record<string, string> },
  onEnd: StreamedBody['onEnd'],
): Response {
  context.set(streamedBody, { body, onEnd })
  return new Response(null, init)
}
