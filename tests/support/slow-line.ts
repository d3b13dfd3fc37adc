import { Duplex } from 'node:stream'

/** Bytes that a line carries in the second that begins at `second`. */
export type LineRate = (second: number) => number

/**
 * A client's connection as the server sees it: a buffer of `room` bytes, which a line empties. Like
 * a system's, it takes no more until a third of it is free. A test moves its clock by `pass`.
 */
export class SlowLine extends Duplex {
  readonly #room: number
  readonly #rate: LineRate
  #second = 0
  #taken = 0
  #received = 0
  #idleMs = 0
  #idleSince = 0
  #take: (() => void) | null = null

  constructor(room: number, rate: LineRate) {
    super()
    this.#room = room
    this.#rate = rate
    this.on('error', () => {})
  }

  /** What the client has, with the answer's head. */
  get received(): number {
    return this.#received
  }

  /** What the server takes for sent, like a socket's own count. */
  get bytesWritten(): number {
    return this.#taken + this.writableLength
  }

  setTimeout(ms: number): this {
    this.#idleMs = ms
    this.#idleSince = this.#second
    return this
  }

  ask(request: string): void {
    this.push(request)
  }

  /** Lets a second pass. */
  pass(): void {
    const sent = Math.min(this.#rate(this.#second), this.#taken - this.#received)
    this.#received += sent
    this.#second += 1
    if (this.#taken - this.#received <= (this.#room * 2) / 3) this.#take?.()
    if (this.writableFinished && this.#taken === this.#received) this.push(null)
    const idleMs = (this.#second - this.#idleSince) * 1000
    if (this.#idleMs > 0 && idleMs >= this.#idleMs && !this.destroyed) this.emit('timeout')
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const take = () => {
      this.#take = null
      this.#taken += chunk.length
      this.#idleSince = this.#second
      done()
    }
    this.#idleSince = this.#second
    if (this.#taken - this.#received < this.#room) take()
    else this.#take = take
  }
}
