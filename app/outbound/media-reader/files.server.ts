import type net from 'node:net'
import type { Connect } from '#app/outbound/connection.server.ts'
import {
  Exchange,
  type ExchangeRequest,
  failureOf,
  type GuardedFailure,
  type Sender,
  type Started,
} from './exchange.server.ts'
import { AnswerParser } from './http-answer.ts'

/** A TLS record: no read over TLS brings more, and without TLS more saves a tenth of the time. */
const PIECE = 16 * 1024
/** So many pieces wait for their next use; what is beyond is left to the garbage collector. */
const MAX_FREE = 512
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/

const free: Buffer[] = []

function takePiece(): Buffer {
  return free.pop() ?? Buffer.allocUnsafeSlow(PIECE)
}

function givePieces(pieces: readonly Buffer[]): void {
  free.push(...pieces.slice(0, MAX_FREE - free.length))
}

/**
 * Sends GETs for files, each over a connection of its own, so that no file can ever hold bytes of
 * another answer.
 */
export function createFileSender(connect: Connect): Sender {
  const running = new Set<FileExchange>()
  return {
    send(request) {
      const { promise, resolve } = Promise.withResolvers<Started>()
      const exchange: FileExchange = new FileExchange(connect, request, resolve, () =>
        running.delete(exchange),
      )
      running.add(exchange)
      exchange.start()
      return promise
    },
    close() {
      for (const exchange of [...running]) exchange.settle('aborted')
    },
  }
}

/**
 * A GET whose answer is not copied on its way from the socket to the sink. It reads into the same
 * memory over and over, instead of new memory for each piece: that is what keeps thousands of media
 * downloads small.
 */
class FileExchange extends Exchange {
  readonly #connect: Connect
  readonly #ended: () => void
  #socket: net.Socket | null = null
  #current: Buffer = takePiece()
  /** Pieces that the sink still needs, until `readOn`. */
  #kept: Buffer[] = []
  #timer: NodeJS.Timeout | undefined
  #isHeld = false
  readonly #parser = new AnswerParser({
    head: (status, headers) => {
      this.#wait(this.request.bodyIdleMs)
      this.#isHeld = true
      this.begin(status, headers)
    },
    body: (bytes) => {
      this.#timer?.refresh()
      if (!this.pass(bytes)) this.#isHeld = true
    },
  })

  constructor(
    connect: Connect,
    request: ExchangeRequest,
    started: (answer: Started) => void,
    ended: () => void,
  ) {
    super(request, started)
    this.#connect = connect
    this.#ended = ended
  }

  protected override send(): void {
    const { origin, path, method, body, headers } = this.request
    const url = new URL(origin)
    const lines = Object.entries({ host: url.host, connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    const isPlainGet = method === 'GET' && body === undefined
    if (!isPlainGet || ![path, ...lines].every((line) => SENDABLE.test(line))) {
      this.settle('protocol')
      return
    }
    const head = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
    const opened = (error: Error | null, ready: net.Socket | null) => {
      if (error !== null) this.#lost(error)
      else if (!this.isOver) {
        if (ready !== null && ready !== this.#socket) this.#use(ready)
        ready?.resume()
        this.#socket?.write(head, 'latin1')
        this.#wait(this.request.headersMs)
      }
    }
    const into = { buffer: () => this.#current, callback: (size: number) => this.#read(size) }
    const socket = this.#connect(url, opened, into)
    this.#use(socket)
    socket.resume()
  }

  /** Behind a proxy the socket that bytes come from is not the one that was opened first. */
  #use(socket: net.Socket): void {
    this.#socket = socket
    const lost = (error: Error | null) => {
      if (this.#socket === socket) this.#lost(error)
    }
    socket.on('end', () => lost(null))
    socket.on('close', () => lost(socket.errored ?? new Error('The connection was closed')))
  }

  protected override readOn(): void {
    this.#isHeld = false
    this.#timer?.refresh()
    givePieces(this.#kept)
    this.#kept = []
    this.#socket?.resume()
  }

  /** What is kept stays with its keeper. */
  protected override over(_outcome: GuardedFailure | 'end'): void {
    clearTimeout(this.#timer)
    this.#kept = []
    this.#socket?.destroy()
    this.#ended()
  }

  /** What is read next goes where nothing is kept: only here may the socket's memory be changed. */
  #read(size: number): boolean {
    if (this.isOver) return false
    this.#parser.feed(this.#current.subarray(0, size))
    if (this.#isHeld) {
      this.#kept.push(this.#current)
      this.#current = takePiece()
    }
    if (this.#parser.state === 'bad') this.settle('protocol')
    else if (this.#parser.state === 'done') this.#finish()
    return !(this.#isHeld && this.#parser.state === 'open')
  }

  /** The last byte has come. One turn of the loop shows whether more follow than were announced. */
  #finish(): void {
    setImmediate(() => this.settle('end'))
  }

  /** The connection is gone; `error` is null when the other end has closed it in order. */
  #lost(error: Error | null): void {
    if (this.isOver) return
    const isWhole = error === null ? this.#parser.endOfInput() : this.#parser.state === 'done'
    if (isWhole) this.#finish()
    else this.settle(error === null ? 'connect' : failureOf(error))
  }

  /** For the next bytes; waiting for the sink does not count. */
  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#isHeld) this.#timer?.refresh()
      else this.settle('timeout')
    }, ms)
  }
}
