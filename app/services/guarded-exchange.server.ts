import type { Connection, ConnectionPool } from './guarded-pool.server.ts'

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
  /**
   * True when the piece is done with: its memory may be used again. False asks for a pause, and
   * keeps the piece, until `resume`; a little more may come all the same.
   */
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

/** One request over one connection, whoever speaks HTTP there; tells `started` the answer's head. */
export abstract class Exchange<C extends Connection> implements BodyFlow {
  readonly request: ExchangeRequest
  protected readonly connection: C
  readonly #pool: ConnectionPool<C>
  readonly #started: (answer: Started) => void
  #hasStarted = false
  #sink: BodySink | null = null
  /** What arrives before the sink does: at most what the socket had buffered. */
  #early: Buffer[] = []
  #outcome: GuardedFailure | 'end' | null = null

  constructor(
    pool: ConnectionPool<C>,
    connection: C,
    request: ExchangeRequest,
    started: (answer: Started) => void,
  ) {
    this.#pool = pool
    this.connection = connection
    this.request = request
    this.#started = started
    request.signal?.addEventListener('abort', this.#cancel, { once: true })
  }

  /** To be called once, after the constructor. */
  start(): void {
    if (this.request.signal?.aborted) this.settle('aborted')
    else this.send()
  }

  protected abstract send(): void
  /** Lets the connection read on after a pause. */
  protected abstract readOn(): void

  get isOver(): boolean {
    return this.#outcome !== null
  }

  /** Called once, before the connection is given back or ended. */
  protected over(): void {}

  /** The answer's head has come; what follows waits for the sink. */
  protected begin(status: number, headers: ResponseHeaders): void {
    this.#hasStarted = true
    this.#started({ ok: true, status, headers, flow: this })
  }

  /** As `write` of a sink does. */
  protected pass(chunk: Buffer): boolean {
    if (this.#outcome !== null) return true
    if (this.#sink !== null) return this.#sink.write(chunk)
    this.#early.push(chunk)
    return false
  }

  /** The last byte has come. One turn of the loop shows whether more follow than were announced. */
  protected finish(): void {
    setImmediate(() => this.settle(this.connection.hasExcess() ? 'protocol' : 'end'))
  }

  attach(sink: BodySink): void {
    this.#sink = sink
    const early = this.#early
    this.#early = []
    let wantsMore = true
    for (const chunk of early) wantsMore = sink.write(chunk) && wantsMore
    if (this.#outcome !== null) this.#tell(sink, this.#outcome)
    else if (wantsMore) this.resume()
  }

  resume(): void {
    if (this.#outcome === null) this.readOn()
  }

  abort(): void {
    this.#sink = null
    this.settle('aborted')
  }

  settle(outcome: GuardedFailure | 'end', connectionLost = false): void {
    if (this.#outcome !== null) return
    this.#outcome = outcome
    this.request.signal?.removeEventListener('abort', this.#cancel)
    this.over()
    if (outcome === 'end') this.#pool.release(this.request.origin, this.connection)
    else this.connection.destroy()
    if (!this.#hasStarted) {
      const stale = connectionLost && this.connection.reused
      this.#started({ ok: false, failure: outcome === 'end' ? 'protocol' : outcome, stale })
    } else if (this.#sink !== null) this.#tell(this.#sink, outcome)
  }

  readonly #cancel = (): void => {
    this.settle('aborted')
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
export function failureOf(error: Error): GuardedFailure {
  const known = 'code' in error ? FAILURES[String(error.code)] : undefined
  if (known !== undefined) return known
  const isNonsense = error.name === 'HTTPParserError' && !error.message.includes('EOF')
  return isNonsense ? 'protocol' : 'connect'
}

export function isLostConnection(error: Error): boolean {
  return 'code' in error && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))
}
