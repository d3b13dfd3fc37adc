import type { IncomingHttpHeaders } from 'node:http'
import type net from 'node:net'
import type { Client, Dispatcher } from 'undici'
import type { Connect } from './connection.server.ts'
import {
  Exchange,
  type ExchangeRequest,
  failureOf,
  type GuardedFailure,
  type Sender,
  type Started,
} from './media-reader/exchange.server.ts'

/** Idle connections are closed after this. */
const IDLE_MS = 4_000
/**
 * An origin's connections aren't reused for this long after an answer. Late bytes of a faulty
 * answer end an idle connection, but pass for the next answer on a busy one.
 */
const REST_MS = 250

/** Sends small calls with undici, over connections that the guard's `connect` opens. */
export function createCallSender(connect: Connect): Sender {
  const calls = new Set<Call>()
  const sockets = new Set<net.Socket>()
  const resting = new Map<string, NodeJS.Timeout>()
  let undici: ReturnType<typeof load> | null = null
  let dialled: net.Socket | null = null
  let isClosed = false

  const options = {
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    connect: (
      { protocol, host = '' }: { protocol: string; host?: string },
      callback: (...result: [Error, null] | [null, net.Socket]) => void,
    ) => {
      const socket = connect(new URL(`${protocol}//${host}`), (error, ready) =>
        ready === null ? callback(error ?? new Error('No socket'), null) : callback(null, ready),
      )
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      dialled = socket
    },
  }

  async function load() {
    // Loaded at the first call, so that it doesn't delay the first page after a start.
    const { Agent, Client } = await import('undici')
    return { agent: new Agent({ ...options, pipelining: 1 }), Client }
  }

  /** Sends `call` and sets its socket, if a new one was opened for it. */
  function dispatch(dispatcher: Dispatcher, call: Call): void {
    const { origin, path, method, headers, body, headersMs, bodyIdleMs } = call.request
    const timeouts = { headersTimeout: headersMs, bodyTimeout: bodyIdleMs }
    dialled = null
    try {
      // undici connects before this returns, or uses an idle connection.
      dispatcher.dispatch({ origin, path, method, headers, body, ...timeouts }, call)
      call.socket = dialled
    } catch {
      call.settle('protocol')
    }
  }

  /** The boolean is true if the call's connection had been used before. */
  async function ask(request: ExchangeRequest, wantsNew: boolean): Promise<[Started, boolean]> {
    undici ??= load()
    const { agent, Client } = await undici
    const isNew = wantsNew || resting.has(request.origin)
    const once = isNew ? new Client(request.origin, { ...options, pipelining: 0 }) : null
    const { promise, resolve } = Promise.withResolvers<Started>()
    const call: Call = new Call(request, resolve, {
      send: () => dispatch(once ?? agent, call),
      over: (outcome) => {
        calls.delete(call)
        if (once !== null) discard(once)
        else if (outcome === 'end') rest(request.origin)
      },
    })
    calls.add(call)
    call.start()
    if (isClosed) call.settle('aborted')
    return [await promise, !isNew && call.isReused]
  }

  function rest(origin: string): void {
    clearTimeout(resting.get(origin))
    resting.set(origin, setTimeout(() => resting.delete(origin), REST_MS).unref())
  }

  return {
    async send(request) {
      // A POST must not be sent twice, so it gets a new connection: a kept one can be dead.
      const [answer, isReused] = await ask(request, request.method === 'POST')
      const isStale = !answer.ok && (answer.failure === 'connect' || answer.failure === 'protocol')
      // A kept connection can have died, or hold the rest of an earlier answer.
      return isStale && isReused && !isClosed ? (await ask(request, true))[0] : answer
    },
    close() {
      isClosed = true
      for (const call of [...calls]) call.settle('aborted')
      for (const socket of sockets) socket.destroy()
      undici?.then(({ agent }) => agent.destroy()).catch(() => {})
    },
  }
}

function discard(client: Client): void {
  client.destroy().catch(() => {})
}

class Call extends Exchange implements Dispatcher.DispatchHandler {
  /** The socket that was opened for this call. Null if it uses a kept one. */
  socket: net.Socket | null = null
  isReused = false
  readonly #hooks: { send: () => void; over: (outcome: GuardedFailure | 'end') => void }
  #controller: Dispatcher.DispatchController | null = null

  constructor(
    request: ExchangeRequest,
    started: (answer: Started) => void,
    hooks: { send: () => void; over: (outcome: GuardedFailure | 'end') => void },
  ) {
    super(request, started)
    this.#hooks = hooks
  }

  protected override send(): void {
    this.#hooks.send()
  }

  protected override readOn(): void {
    this.#controller?.resume()
  }

  protected override over(outcome: GuardedFailure | 'end'): void {
    if (outcome !== 'end') {
      this.#controller?.abort(new Error(outcome))
      // undici can't end a connection that isn't open yet.
      this.socket?.destroy()
    }
    this.#hooks.over(outcome)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.isReused = this.socket === null
    if (this.isOver) controller.abort(new Error('aborted'))
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
    // After a pause undici starts with an empty chunk.
    if (chunk.length > 0 && !this.pass(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    this.settle('end')
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.settle(failureOf(error))
  }
}
