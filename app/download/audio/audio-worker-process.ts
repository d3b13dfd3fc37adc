/**
 * The program of the audio worker's child process: turns one media file after the other into MP3,
 * or one picture after the other into a small one.
 *
 * It talks to `audio-child.server.ts` over plain pipes. Frames of `kind` (1 byte), `length`
 * (4 bytes, big endian) and payload come in on fd 0 and go out on fd 1. Everything blocks, on
 * purpose: FFmpeg's synchronous calls are about three times as fast as its asynchronous ones, a
 * blocking write is the back-pressure, and a blocking read ends with the parent.
 *
 * It has no environment, no network and no right to open files, and is killed when a job goes
 * wrong, so it only ever has to report, never to recover.
 */
import { ftruncateSync, readSync, writeSync } from 'node:fs'
import type { ChildFailure, ChildJob } from './audio-child.server.ts'
import { Refusal, type Source } from './audio-input.ts'
import { shrinkPicture } from './audio-picture.ts'
import { transcode } from './audio-transcode.ts'

const FROM_PARENT = { job: 1, data: 2, end: 3 } as const
const TO_PARENT = { data: 1, done: 2, failed: 3 } as const

const INPUT_FD = 0
const OUTPUT_FD = 1
const ERROR_FD = 2
/** A file without a name that keeps what has been read, as an MP4's index may be at its end. */
const SPOOL_FD = 3

const PIECE_BYTES = 64 * 1024

function readExactly(into: Buffer): boolean {
  let filled = 0
  while (filled < into.length) {
    const got = readSync(INPUT_FD, into, filled, into.length - filled, null)
    if (got === 0) return false
    filled += got
  }
  return true
}

function writeAll(fd: number, bytes: Buffer, position: number | null = null): void {
  let written = 0
  while (written < bytes.length) {
    const at = position === null ? null : position + written
    written += writeSync(fd, bytes, written, bytes.length - written, at)
  }
}

function send(kind: number, payload: Buffer): void {
  const header = Buffer.allocUnsafe(5)
  header.writeUInt8(kind, 0)
  header.writeUInt32BE(payload.length, 1)
  try {
    writeAll(OUTPUT_FD, header)
    writeAll(OUTPUT_FD, payload)
  } catch {
    // The parent is gone, and with it the only reason to run.
    process.exit(1)
  }
}

function nextHeader(): { kind: number; length: number } {
  const header = Buffer.allocUnsafe(5)
  if (!readExactly(header)) process.exit(0)
  return { kind: header.readUInt8(0), length: header.readUInt32BE(1) }
}

/** The source of one job: takes in only as much as it is asked for, and keeps all of it. */
class Spool implements Source {
  readonly #buffer = Buffer.alloc(PIECE_BYTES)
  #position = 0
  #received = 0
  #leftInFrame = 0
  #ended = false

  read(size: number): Buffer | null {
    if (this.#position < this.#received) {
      const kept = Math.min(size, PIECE_BYTES, this.#received - this.#position)
      const got = readSync(SPOOL_FD, this.#buffer, 0, kept, this.#position)
      this.#position += got
      return this.#buffer.subarray(0, got)
    }
    for (;;) {
      const start = this.#received
      const piece = this.#receive(size)
      if (!piece) return null
      this.#keep(piece, start)
      if (this.#received > this.#position) {
        const fresh = piece.subarray(this.#position - start)
        this.#position = this.#received
        return fresh
      }
    }
  }

  moveTo(position: number): void {
    this.#position = position
  }

  get position(): number {
    return this.#position
  }

  get size(): number | null {
    return this.#ended ? this.#received : null
  }

  /** Takes in and forgets what is left of the job, so that the next one starts clean. */
  finish(): void {
    while (this.#receive(PIECE_BYTES)) {}
    ftruncateSync(SPOOL_FD, 0)
  }

  #keep(piece: Buffer, at: number): void {
    try {
      writeAll(SPOOL_FD, piece, at)
    } catch (error) {
      // FFmpeg would take it for the end of the file, and the visitor for a broken video.
      writeSync(ERROR_FD, `cannot keep the source: ${error}`)
      process.exit(1)
    }
  }

  #receive(size: number): Buffer | null {
    while (this.#leftInFrame === 0) {
      if (this.#ended) return null
      const { kind, length } = nextHeader()
      if (kind === FROM_PARENT.data) this.#leftInFrame = length
      else this.#ended = true
    }
    const piece = this.#buffer.subarray(0, Math.min(size, PIECE_BYTES, this.#leftInFrame))
    if (!readExactly(piece)) process.exit(0)
    this.#received += piece.length
    this.#leftInFrame -= piece.length
    return piece
  }
}

for (;;) {
  const text = Buffer.alloc(nextHeader().length)
  if (!readExactly(text)) process.exit(0)
  const job = JSON.parse(text.toString('utf8')) as ChildJob
  const spool = new Spool()
  let failure: ChildFailure | undefined
  try {
    const write = (bytes: Buffer): void => send(TO_PARENT.data, bytes)
    if ('picture' in job) shrinkPicture(job, spool, write)
    else transcode(job, spool, write)
  } catch (error) {
    const reason = error instanceof Refusal ? error.reason : 'crashed'
    failure = { reason, detail: error instanceof Error ? error.message : String(error) }
  }
  if (failure) send(TO_PARENT.failed, Buffer.from(JSON.stringify(failure)))
  else send(TO_PARENT.done, Buffer.alloc(0))
  spool.finish()
}
