import type net from 'node:net'
import { AnswerParser } from '#app/utils/http-answer.ts'
import type { Dial } from './guarded-connection.server.ts'
import { Exchange, failureOf, isLostConnection } from './guarded-exchange.server.ts'
import { type Connection, IDLE_MS, type MakeConnection } from './guarded-pool.server.ts'

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

/** Whom a connection reads for. */
type Reader = {
  /** The request is on its way. */
  sent(): void
  /** True when the bytes are still needed, until `readOn`; their memory is left alone so long. */
  read(bytes: Buffer): boolean
  readonly isPaused: boolean
  /** The connection is no more; null when the other end has closed it in order. */
  lost(error: Error | null): void
}

/**
 * A connection that reads into the same memory over and over, instead of new memory for each piece:
 * that is what keeps thousands of media downloads small.
 */
export class ReaderConnection implements Connection {
  reused = false
  readonly origin: URL
  readonly #open: () => net.Socket
  readonly #ended: (connection: ReaderConnection) => void
  #socket: net.Socket | null = null
  #reader: Reader | null = null
  #request = ''
  #hasExcess = false
  #isDestroyed = false
  #current: Buffer = takePiece()
  #kept: Buffer[] = []

  constructor(
    dial: Dial,
    origin: string,
    trusted: boolean,
    ended: (connection: ReaderConnection) => void,
  ) {
    this.origin = new URL(origin)
    this.#ended = ended
    const into = { buffer: () => this.#current, callback: (size: number) => this.#read(size) }
    this.#open = () => dial(this.origin, trusted, (error) => this.#opened(error), into)
  }

  /** Sends a request's head; dials first where that is still due. */
  ask(request: string, reader: Reader): void {
    this.#request = request
    this.#reader = reader
    if (this.#socket !== null) {
      this.#socket.setTimeout(0)
      this.#send()
      return
    }
    const socket = this.#open()
    this.#socket = socket
    socket.on('timeout', () => this.destroy())
    socket.on('end', () => this.#lost(null))
    socket.on('close', () => this.#lost(socket.errored ?? new Error('The connection was closed')))
    socket.resume()
  }

  readOn(): void {
    givePieces(this.#kept)
    this.#kept = []
    this.#socket?.resume()
  }

  /** Waits for the next request, or for the other end to close. What is kept stays with its keeper. */
  rest(): void {
    this.#reader = null
    this.#kept = []
    this.#socket?.setTimeout(IDLE_MS)
    this.#socket?.resume()
  }

  hasExcess(): boolean {
    return this.#hasExcess
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#reader = null
    this.#ended(this)
    this.#socket?.destroy()
  }

  #opened(error: Error | null): void {
    if (error === null) this.#send()
    else this.#lost(error)
  }

  #send(): void {
    if (this.#isDestroyed) return
    this.#socket?.write(this.#request, 'latin1')
    this.#reader?.sent()
  }

  #lost(error: Error | null): void {
    const reader = this.#reader
    reader?.lost(error)
    // An answer that ends with its connection is looked at once more before both are given up.
    if (error !== null || reader === null) this.destroy()
  }

  /** What is read next goes where nothing is kept: only here may the socket's memory be changed. */
  #read(size: number): boolean {
    const reader = this.#reader
    if (reader === null) {
      this.#hasExcess = true
      this.destroy()
      return false
    }
    if (reader.read(this.#current.subarray(0, size))) {
      this.#kept.push(this.#current)
      this.#current = takePiece()
    }
    return !reader.isPaused
  }
}

export function readerConnections(dial: Dial): MakeConnection<ReaderConnection> {
  return async (origin, trusted, ended) => new ReaderConnection(dial, origin, trusted, ended)
}

/** A GET whose answer is not copied on its way from the socket to the sink. */
export class ReaderExchange extends Exchange<ReaderConnection> implements Reader {
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

  get isPaused(): boolean {
    return this.#isHeld && this.#parser.state === 'open'
  }

  sent(): void {
    this.#wait(this.request.headersMs)
  }

  read(bytes: Buffer): boolean {
    this.#parser.feed(bytes)
    if (this.#parser.state === 'bad') this.settle('protocol')
    else if (this.#parser.state === 'done') this.finish()
    return this.#isHeld
  }

  lost(error: Error | null): void {
    const isWhole = error === null ? this.#parser.endOfInput() : this.#parser.state === 'done'
    if (isWhole) this.finish()
    else {
      const failure = error === null ? 'connect' : failureOf(error)
      this.settle(failure, error === null || isLostConnection(error))
    }
  }

  protected override send(): void {
    const { origin, path, method, body, headers } = this.request
    const lines = Object.entries({
      host: new URL(origin).host,
      connection: 'keep-alive',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`)
    const isPlainGet = method === 'GET' && body === undefined
    if (!isPlainGet || ![path, ...lines].every((line) => SENDABLE.test(line))) {
      this.settle('protocol')
      return
    }
    this.connection.ask(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, this)
  }

  protected override readOn(): void {
    this.#isHeld = false
    this.#timer?.refresh()
    this.connection.readOn()
  }

  protected override over(): void {
    clearTimeout(this.#timer)
    if (this.#parser.staysOpen) this.connection.rest()
    else this.connection.destroy()
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
