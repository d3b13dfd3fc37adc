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

/** A body that waits until a sink takes it. */
export type BodyFlow = {
  attach(sink: BodySink): void
  resume(): void
  /** Ends the exchange and its connection at once. The sink hears nothing more. */
  abort(): void
}

export type ResponseHeaders = Record<string, string | string[] | undefined>

/** The head of an answer, or why there is none. */
export type Started =
  | { ok: true; status: number; headers: ResponseHeaders; flow: BodyFlow }
  | { ok: false; failure: GuardedFailure }

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

/** Sends requests over connections of its own kind. */
export type Sender = {
  /** Resolves with the answer's head; never rejects. */
  send(request: ExchangeRequest): Promise<Started>
  /** Ends all connections, running ones too. */
  close(): void
}

/** One request and its answer, whoever speaks HTTP for it. Calls `started` once. */
export abstract class Exchange implements BodyFlow {
  readonly request: ExchangeRequest
  readonly #started: (answer: Started) => void
  #hasStarted = false
  #sink: BodySink | null = null
  /** What arrives before the sink does: at most what the socket had buffered. */
  #early: Buffer[] = []
  #outcome: GuardedFailure | 'end' | null = null

  constructor(request: ExchangeRequest, started: (answer: Started) => void) {
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
  /** Called once. Ends the connection, unless `outcome` is `end` and it can be used again. */
  protected abstract over(outcome: GuardedFailure | 'end'): void

  get isOver(): boolean {
    return this.#outcome !== null
  }

  /** Reports the answer's head; what follows waits for the sink. */
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

  settle(outcome: GuardedFailure | 'end'): void {
    if (this.#outcome !== null) return
    this.#outcome = outcome
    this.request.signal?.removeEventListener('abort', this.#cancel)
    this.over(outcome)
    if (!this.#hasStarted) {
      this.#started({ ok: false, failure: outcome === 'end' ? 'protocol' : outcome })
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

/** Names the failure behind an error. An answer that is cut short counts as a lost connection. */
export function failureOf(error: Error): GuardedFailure {
  const known = 'code' in error ? FAILURES[String(error.code)] : undefined
  if (known !== undefined) return known
  const isNonsense = error.name === 'HTTPParserError' && !error.message.includes('EOF')
  return isNonsense ? 'protocol' : 'connect'
}
