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

/** The size of a TLS record, so the most that a read over TLS returns. */
const PIECE = 16 * 1024
/** Max chunks kept for reuse. The rest are garbage-collected. */
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
 * Creates a sender of GETs for files. Each has its own connection, so that no file can contain
 * another answer's bytes. Not undici, which needs 2.2 times the CPU per GB over TLS and twice the
 * memory with 500 slow readers.
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
 * A GET whose answer isn't copied between the socket and the sink. It reads into the same memory
 * instead of allocating each chunk, so thousands of downloads need little memory.
 */
class FileExchange extends Exchange {
  readonly #connect: Connect
  readonly #ended: () => void
  #socket: net.Socket | null = null
  #current: Buffer = takePiece()
  /** Chunks that the sink needs until `readOn`. */
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

  /** Sets the socket to read from. Behind a proxy it isn't the one that was opened first. */
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

  /** Chunks kept by the sink aren't reused. */
  protected override over(_outcome: GuardedFailure | 'end'): void {
    clearTimeout(this.#timer)
    this.#kept = []
    this.#socket?.destroy()
    this.#ended()
  }

  /** If the sink keeps a chunk, only here can the next read's memory be replaced. */
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

  /** Ends one event-loop iteration after the last byte, when surplus bytes would have shown. */
  #finish(): void {
    setImmediate(() => this.settle('end'))
  }

  /** `error` is null if the other end closed the connection properly. */
  #lost(error: Error | null): void {
    if (this.isOver) return
    const isWhole = error === null ? this.#parser.endOfInput() : this.#parser.state === 'done'
    if (isWhole) this.#finish()
    else this.settle(error === null ? 'connect' : failureOf(error))
  }

  /** Starts the timeout for the next bytes. Waiting for the sink doesn't count. */
  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#isHeld) this.#timer?.refresh()
      else this.settle('timeout')
    }, ms)
  }
}
