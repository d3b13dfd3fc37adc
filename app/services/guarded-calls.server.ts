import type { IncomingHttpHeaders } from 'node:http'
import type net from 'node:net'
import type { Client, Dispatcher } from 'undici'
import type { Dial } from './guarded-connection.server.ts'
import { Exchange, failureOf, isLostConnection } from './guarded-exchange.server.ts'
import { type Connection, IDLE_MS, type MakeConnection } from './guarded-pool.server.ts'

export type UndiciConnection = Connection & { readonly client: Client }

/** Connections that undici speaks HTTP over. */
export function undiciConnections(dial: Dial): MakeConnection<UndiciConnection> {
  return async (origin, trusted, ended) => {
    // Loaded at the first call: at start it would hold up the first page for nothing.
    const { Client } = await import('undici')
    let socket: net.Socket | null = null
    let destroyed = false
    let leftover = false
    const client = new Client(origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: 16 * 1024,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect: (target, callback) => {
        const done = (error: Error | null, ready: net.Socket | null) =>
          ready === null ? callback(error ?? new Error('No socket'), null) : callback(null, ready)
        socket = dial(target, trusted, done)
        const { unshift } = socket
        // What undici's parser gives back to a socket that it has just closed came after the answer.
        socket.unshift = function (chunk, encoding) {
          leftover ||= this.destroyed && chunk.length > 0
          unshift.call(this, chunk, encoding)
        }
      },
    })
    const connection: UndiciConnection = {
      client,
      reused: false,
      hasExcess: () => leftover || isExcess(socket?.errored ?? null),
      destroy() {
        if (destroyed) return
        destroyed = true
        ended(connection)
        client.destroy().catch(() => {})
        socket?.destroy()
      },
    }
    client.on('disconnect', () => connection.destroy())
    client.on('connectionError', () => connection.destroy())
    return connection
  }
}

/** undici's parser met bytes where the next answer should begin. */
function isExcess(error: Error | null): boolean {
  return error?.name === 'HTTPParserError' || error?.message === 'bad response'
}

export class UndiciExchange
  extends Exchange<UndiciConnection>
  implements Dispatcher.DispatchHandler
{
  #controller: Dispatcher.DispatchController | null = null

  protected override send(): void {
    const { path, method, headers, body, headersMs, bodyIdleMs } = this.request
    const timeouts = { headersTimeout: headersMs, bodyTimeout: bodyIdleMs }
    try {
      this.connection.client.dispatch({ path, method, headers, body, ...timeouts }, this)
    } catch {
      this.settle('protocol')
    }
  }

  protected override readOn(): void {
    this.#controller?.resume()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200 || this.isOver) return
    controller.pause()
    this.begin(status, headers)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // After a pause undici begins with an empty piece.
    if (chunk.length > 0 && !this.pass(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    this.finish()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.settle(failureOf(error), isLostConnection(error))
  }
}
