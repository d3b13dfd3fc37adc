export type GuardedFailure =
  | 'blocked_address'
  | 'connect'
  | 'timeout'
  | 'aborted'
  | 'protocol'
  | 'too_many_redirects'

/** Receives an answer's body in chunks that aren't copied. */
export type BodySink = {
  /**
   * Returns true if the chunk's memory can be reused. False asks for a pause and keeps the chunk
   * until `resume`. A little more can still arrive.
   */
  write(chunk: Buffer): boolean
  end(): void
  fail(failure: GuardedFailure): void
}

export type BodyFlow = {
  attach(sink: BodySink): void
  resume(): void
  /** Ends the exchange and its connection at once. The sink gets no further calls. */
  abort(): void
}

export type ResponseHeaders = Record<string, string | string[] | undefined>

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
  /** In milliseconds: from the request to the answer's headers, and between bytes after that. */
  headersMs: number
  bodyIdleMs: number
}

export type Sender = {
  /** Resolves with the answer's head. Never rejects. */
  send(request: ExchangeRequest): Promise<Started>
  /** Ends all connections, busy ones too. */
  close(): void
}

/** One request over one connection. Subclasses parse the answer. Calls `started` once. */
export abstract class Exchange implements BodyFlow {
  readonly request: ExchangeRequest
  readonly #started: (answer: Started) => void
  #hasStarted = false
  #sink: BodySink | null = null
  /** Chunks that arrived before the sink: at most what the socket had buffered. */
  #early: Buffer[] = []
  #outcome: GuardedFailure | 'end' | null = null

  constructor(request: ExchangeRequest, started: (answer: Started) => void) {
    this.request = request
    this.#started = started
    request.signal?.addEventListener('abort', this.#cancel, { once: true })
  }

  /** Must be called once, after the constructor. */
  start(): void {
    if (this.request.signal?.aborted) this.settle('aborted')
    else this.send()
  }

  protected abstract send(): void
  protected abstract readOn(): void
  /** Called once. Ends the connection unless `outcome` is `end` and it can be reused. */
  protected abstract over(outcome: GuardedFailure | 'end'): void

  get isOver(): boolean {
    return this.#outcome !== null
  }

  /** Reports the answer's status and headers. The body waits for the sink. */
  protected begin(status: number, headers: ResponseHeaders): void {
    this.#hasStarted = true
    this.#started({ ok: true, status, headers, flow: this })
  }

  /** Passes a chunk on. Returns what a sink's `write` does. */
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

/** Returns an error's failure. A truncated answer counts as a lost connection. */
export function failureOf(error: Error): GuardedFailure {
  const known = 'code' in error ? FAILURES[String(error.code)] : undefined
  if (known !== undefined) return known
  const isNonsense = error.name === 'HTTPParserError' && !error.message.includes('EOF')
  return isNonsense ? 'protocol' : 'connect'
}
