import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Connection, ConnectionPool } from './guarded-connection.server.ts'

/** Why an outgoing call came to nothing. */
export type GuardedFailure =
  | 'blocked_address'
  | 'connect'
  | 'timeout'
  | 'aborted'
  | 'protocol'
  | 'too_many_redirects'

/** Takes an answer's body piece by piece, without a copy. */
export type BodySink = {
  /** False asks for a pause until `resume`; a little more may come all the same. */
  write(chunk: Buffer): boolean
  end(): void
  fail(failure: GuardedFailure): void
}

/** A body that waits until somebody takes it. */
export type BodyFlow = {
  attach(sink: BodySink): void
  resume(): void
  /** Ends the exchange and its connection at once. The sink hears nothing more. */
  abort(): void
}

export type ResponseHeaders = Record<string, string | string[] | undefined>

export type Started =
  | { ok: true; status: number; headers: ResponseHeaders; flow: BodyFlow }
  | { ok: false; failure: GuardedFailure; stale: boolean }

export type ExchangeRequest = {
  origin: string
  path: string
  method: 'GET' | 'HEAD' | 'POST'
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal | undefined
  /** Milliseconds from the request to the answer's head, and between the bytes after it. */
  headersMs: number
  bodyIdleMs: number
}

/** Sends one request over one connection; resolves with the answer's head, never rejects. */
export function startExchange(
  pool: ConnectionPool,
  connection: Connection,
  request: ExchangeRequest,
): Promise<Started> {
  return new Promise((resolve) => {
    const exchange = new Exchange(pool, connection, request, resolve)
    if (request.signal?.aborted) return exchange.cancel()
    request.signal?.addEventListener('abort', exchange.cancel, { once: true })
    const { path, method, headers, body } = request
    const timeouts = { headersTimeout: request.headersMs, bodyTimeout: request.bodyIdleMs }
    try {
      connection.client.dispatch({ path, method, headers, body, ...timeouts }, exchange)
    } catch {
      exchange.settle('protocol')
    }
  })
}

class Exchange implements Dispatcher.DispatchHandler, BodyFlow {
  readonly #pool: ConnectionPool
  readonly #connection: Connection
  readonly #request: ExchangeRequest
  readonly #started: (answer: Started) => void
  #controller: Dispatcher.DispatchController | null = null
  #hasStarted = false
  #sink: BodySink | null = null
  /** What arrives before the sink does: at most what the socket had buffered. */
  #early: Buffer[] = []
  #outcome: GuardedFailure | 'end' | null = null

  constructor(
    pool: ConnectionPool,
    connection: Connection,
    request: ExchangeRequest,
    started: (answer: Started) => void,
  ) {
    this.#pool = pool
    this.#connection = connection
    this.#request = request
    this.#started = started
  }

  readonly cancel = (): void => {
    this.settle('aborted')
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200 || this.#outcome !== null) return
    this.#hasStarted = true
    controller.pause()
    this.#started({ ok: true, status, headers, flow: this })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // After a pause undici begins with an empty piece.
    if (this.#outcome !== null || chunk.length === 0) return
    if (this.#sink === null) this.#early.push(chunk)
    else if (!this.#sink.write(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    // One turn of the loop shows whether more bytes follow than the answer's head announced.
    setImmediate(() => this.settle(this.#connection.hasExcess() ? 'protocol' : 'end'))
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.settle(failureOf(error), isLostConnection(error))
  }

  attach(sink: BodySink): void {
    this.#sink = sink
    for (const chunk of this.#early) sink.write(chunk)
    this.#early = []
    if (this.#outcome === null) this.resume()
    else this.#tell(sink, this.#outcome)
  }

  resume(): void {
    if (this.#outcome === null) this.#controller?.resume()
  }

  abort(): void {
    this.#sink = null
    this.settle('aborted')
  }

  settle(outcome: GuardedFailure | 'end', connectionLost = false): void {
    if (this.#outcome !== null) return
    this.#outcome = outcome
    this.#request.signal?.removeEventListener('abort', this.cancel)
    if (outcome === 'end') this.#pool.release(this.#request.origin, this.#connection)
    else this.#connection.destroy()
    if (!this.#hasStarted) {
      const stale = connectionLost && this.#connection.reused
      this.#started({ ok: false, failure: outcome === 'end' ? 'protocol' : outcome, stale })
    } else if (this.#sink !== null) this.#tell(this.#sink, outcome)
  }

  #tell(sink: BodySink, outcome: GuardedFailure | 'end'): void {
    if (outcome === 'end') sink.end()
    else sink.fail(outcome)
  }
}

const FAILURES: Readonly<Record<string, GuardedFailure>> = {
  ERR_BLOCKED_ADDRESS: 'blocked_address',
  ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
  UND_ERR_INVALID_ARG: 'protocol',
}

/** An answer that is cut short counts as a lost connection: that is what it is as a rule. */
function failureOf(error: Error): GuardedFailure {
  const known = 'code' in error ? FAILURES[String(error.code)] : undefined
  if (known !== undefined) return known
  const isNonsense = error.name === 'HTTPParserError' && !error.message.includes('EOF')
  return isNonsense ? 'protocol' : 'connect'
}

function isLostConnection(error: Error): boolean {
  return 'code' in error && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))
}
