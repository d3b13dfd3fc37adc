import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server, ServerResponse } from 'node:http'
import { log } from '#app/observe/log.server.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { failureText, unavailableHeaders } from './failed-answer.server.ts'
import { refuse } from './outgoing-answer.server.ts'

/** A request whose faults are its own. Its answer is null once it is closed. */
export type Faulty = { id: string; res: ServerResponse | null }

const current = new AsyncLocalStorage<Faulty | undefined>()

/**
 * Runs what a request or an event of its connection causes. Whatever it throws ends the request,
 * now or later: timers, promises and streams that it starts belong to the request too.
 */
export function runForRequest(request: Faulty, run: () => void): void {
  current.run(request, () => {
    try {
      run()
    } catch (error) {
      failRequest(request, error)
    }
  })
}

/**
 * Ends the request whose timer, promise or stream threw an error that nothing caught. Returns false
 * if it was no request's.
 */
export function failUncaught(error: unknown): boolean {
  const request = current.getStore()
  // Node would keep it for later events that have no context of their own.
  current.enterWith(undefined)
  if (request === undefined) return false
  failRequest(request, error)
  return true
}

/** Answers a request whose handling failed, or closes its connection if the answer has begun. */
export function failRequest({ id, res }: Faulty, error: unknown): void {
  log.error({ id, err: error }, 'request failed')
  if (res === null || res.destroyed) return
  if (res.headersSent) {
    res.destroy()
    return
  }
  // They describe the answer that failed.
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  if (error instanceof DatabaseUnavailableError) {
    refuse(res, 503, failureText(error.reason, id), unavailableHeaders)
  } else refuse(res, 500, failureText(null, id))
}

/** Has a connection's faults end that connection: those of its event listeners. */
export function guardConnections(server: Server): void {
  server.prependListener('connection', (socket) => {
    const emit = socket.emit
    socket.emit = (...event: Parameters<typeof emit>) => {
      try {
        return emit.apply(socket, event)
      } catch (error) {
        log.error({ err: error }, 'connection failed')
        socket.destroy()
        return true
      }
    }
  })
}
