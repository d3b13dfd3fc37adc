import { finished, Readable, type Writable } from 'node:stream'
import {
  BodyError,
  type BodyFlow,
  type BodySink,
  type GuardedFailure,
} from '#app/outbound/fetch.server.ts'
import { SNIFF_BYTES } from './media-type.ts'

/** An answer, and its bytes: null if it is chunked. */
type Answer = { flow: BodyFlow; sent: number | null }

export type MediaBodyOptions = Answer & {
  /** Expected bytes, maybe of several answers. Null if the answer marks its own end. */
  length: number | null
  maxBytes: number
  /** Bytes per second that must arrive in any `idleMs` spent waiting for the upstream. */
  minBytesPerSecond: number
  idleMs: number
  /**
   * Continues after a cut, or after an answer with less than was asked for, `received` bytes into
   * this body. Null if the same file can't be continued there. A host that cuts without a reason is
   * asked once, but any number of times if it ends connections that a slow visitor has it wait on.
   */
  resume: (received: number, signal: AbortSignal) => Promise<Answer | null>
}

export type Head = { ok: true; bytes: Buffer } | { ok: false; failure: GuardedFailure }

const TICKS = 4
/** A host that cuts a file into more answers than this isn't worth asking. */
const mostPieces = 1000
/** A TLS record. More isn't faster, and a slow reader would hold it throughout. */
const HIGH_WATER_MARK = 16 * 1024

/**
 * A media file on its way from the upstream to the visitor. Chunks pass through unchanged; while
 * the visitor doesn't read, the upstream is paused, so that a slow reader costs no memory.
 *
 * Ends only after exactly the announced bytes, and otherwise fails with a `BodyError`: the last
 * piece is held back until then, so that an answer of the wrong length never looks complete.
 */
export class MediaBody extends Readable {
  readonly #options: MediaBodyOptions
  readonly #sink: BodySink
  readonly #watch: NodeJS.Timeout
  #flow: BodyFlow
  #received = 0
  /** The value of `#received` once all of this answer is there. */
  #answered: number | null
  /** Requests for the rest that no cut made necessary. */
  #pieces = 0
  #wasCut = false
  /** True once the visitor has held up this answer's host. */
  #wasHeldUp = false
  /** Chunks that arrived before the first read. */
  #head: Buffer[] = []
  /** Receives chunks directly when the stream itself isn't read. */
  #target: Writable | null = null
  #headDone: ((head: Head) => void) | null = null
  #isStreaming = false
  /** The chunk with the last announced byte. */
  #tail: Buffer | null = null
  #isComplete = false
  readonly #ended = new AbortController()
  #isPaused = false
  #pausedInTick = false
  #bytesInTick = 0
  #bytesInWindow = 0
  #ticksInWindow = 0

  constructor(options: MediaBodyOptions) {
    super({ highWaterMark: HIGH_WATER_MARK })
    this.#options = options
    this.#flow = options.flow
    this.#answered = options.sent
    this.#sink = {
      write: (chunk) => this.#take(chunk),
      end: () => this.#finish(),
      fail: (failure) => this.#fail(failure),
    }
    this.#watch = setInterval(() => this.#checkRate(), options.idleMs / TICKS).unref()
    // No one may be listening when the upstream fails.
    this.on('error', () => {})
  }

  /** Waits for enough bytes to detect the file type; call it once, before any reading. */
  head(): Promise<Head> {
    return new Promise((resolve) => {
      this.#headDone = resolve
      this.#flow.attach(this.#sink)
    })
  }

  /**
   * Sends the body straight to a socket instead of being read: a stream in between costs a third of
   * the speed. Calls `done` once; on a fault the target is destroyed, never ended. Like a socket,
   * the target must not keep chunks once its `writableLength` is 0.
   */
  sendTo(target: Writable, done: (error: Error | null) => void): void {
    this.once('close', () => {
      if (!this.#isComplete) target.destroy()
    })
    finished(target, { readable: false }, (error) => {
      const fault = this.errored ?? error ?? null
      this.destroy()
      done(fault)
    })
    if (this.destroyed) {
      target.destroy()
      return
    }
    this.#target = target
    this._read()
  }

  override _read(): void {
    if (!this.#isStreaming) {
      this.#isStreaming = true
      for (const chunk of this.#head) this.#pass(chunk)
      this.#head = []
    }
    if (this.#isComplete) {
      if (this.#tail !== null) this.#pass(this.#tail)
      this.#tail = null
      if (this.#target === null) this.push(null)
      else this.#target.end()
      return
    }
    this.#isPaused = false
    this.#flow.resume()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearInterval(this.#watch)
    this.#ended.abort()
    this.#flow.abort()
    callback(error)
  }

  #take(chunk: Buffer): boolean {
    const { length, maxBytes } = this.#options
    this.#received += chunk.length
    this.#bytesInTick += chunk.length
    if (this.#received > (this.#answered ?? maxBytes)) {
      this.#fail('protocol')
      return false
    }
    if (this.#received === length) {
      this.#tail = Buffer.from(chunk)
      return true
    }
    if (this.#isStreaming) return this.#paused(!this.#pass(chunk))
    this.#head.push(Buffer.from(chunk))
    if (this.#received < SNIFF_BYTES) return true
    this.#tellHead()
    return this.#paused(true)
  }

  /** Returns false when the reader has enough for now; a target then still holds the chunk. */
  #pass(chunk: Buffer): boolean {
    const target = this.#target
    if (target === null) return this.push(Buffer.from(chunk))
    // Without cork, a ServerResponse holds each piece until the next turn of the event loop.
    target.cork()
    target.write(chunk, this.#passed)
    target.uncork()
    return target.writableLength === 0
  }

  readonly #passed = (): void => {
    if (this.#isPaused && !this.#isComplete && this.#target?.writableLength === 0) this._read()
  }

  #paused(isPaused: boolean): boolean {
    this.#isPaused = isPaused
    if (isPaused) this.#pausedInTick = true
    return !isPaused
  }

  #finish(): void {
    const { length } = this.#options
    if (length !== null && this.#received < length) {
      const isPiece = this.#received === this.#answered && this.#headDone === null
      if (isPiece && this.#pieces < mostPieces) {
        this.#pieces += 1
        this.#resume()
      } else this.#fail('connect')
      return
    }
    this.#isComplete = true
    if (this.#isStreaming) this._read()
    else this.#tellHead()
  }

  #fail(failure: GuardedFailure): void {
    if (this.destroyed || this.#isComplete) return
    if (this.#headDone !== null) {
      this.#headDone({ ok: false, failure })
      this.#headDone = null
      this.destroy()
      return
    }
    const { length } = this.#options
    const isCut = failure === 'connect' && length !== null
    // A connection lost after the last byte lost nothing.
    if (isCut && this.#received === length) this.#finish()
    else if (isCut && (this.#wasHeldUp || !this.#wasCut)) {
      this.#wasCut = true
      this.#resume()
    } else this.destroy(new BodyError(failure))
  }

  #resume(): void {
    this.#paused(true)
    this.#options.resume(this.#received, this.#ended.signal).then(
      (answer) => {
        if (answer === null) {
          this.destroy(new BodyError('connect'))
        } else if (this.destroyed) {
          answer.flow.abort()
        } else {
          this.#isPaused = false
          this.#wasHeldUp = false
          this.#flow = answer.flow
          this.#answered = answer.sent === null ? null : this.#received + answer.sent
          this.#flow.attach(this.#sink)
        }
      },
      () => this.destroy(new BodyError('connect')),
    )
  }

  #tellHead(): void {
    const chunks = this.#tail === null ? this.#head : [...this.#head, this.#tail]
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    this.#headDone?.({ ok: true, bytes: (bytes ?? Buffer.alloc(0)).subarray(0, SNIFF_BYTES) })
    this.#headDone = null
  }

  /** A tick in which the visitor held us up doesn't count for the upstream's rate. */
  #checkRate(): void {
    if (!this.#pausedInTick && !this.#isComplete) {
      this.#bytesInWindow += this.#bytesInTick
      this.#ticksInWindow += 1
    }
    if (this.#pausedInTick && this.#isPaused && this.#bytesInTick === 0) this.#wasHeldUp = true
    this.#bytesInTick = 0
    this.#pausedInTick = this.#isPaused
    if (this.#ticksInWindow < TICKS) return
    const { idleMs, minBytesPerSecond } = this.#options
    if (this.#bytesInWindow < (minBytesPerSecond * idleMs) / 1000) this.#fail('timeout')
    this.#bytesInWindow = 0
    this.#ticksInWindow = 0
  }
}
