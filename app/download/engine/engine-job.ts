import type { SavePart } from '#app/posts/save-part.ts'
import type { FileTags } from './mp4-header.ts'

/** Text without control characters. */
export type SoundTags = Omit<FileTags, 'cover'>

/** The sound of a file as MP3. `part`: null for all of it. */
export type Mp3Job = {
  name: 'mp3'
  tags: SoundTags
  kbps: number
  part: SavePart | null
  maxSeconds: number
}

/** A small WebP of a picture; `width` is the most, in pixels. */
export type CoverJob = { name: 'cover'; kind: 'jpeg' | 'png' | 'webp'; width: number }

/** The work of a thread; each kind has a module of its own beside it. */
export type EngineJob = CoverJob | Mp3Job

/** Where a job's result goes. */
export type JobOutput = {
  /** Sends facts that the answer's head needs, before the first bytes. */
  begin(facts: unknown): void
  /** Resolves when there is room for more. */
  write(bytes: Uint8Array): Promise<void>
}

export type RefusalReason = 'no_sound' | 'not_media' | 'past_end' | 'too_long'

/** Ends a job with a reason that the visitor is shown; the message is for the log. */
export class Refusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.name = 'Refusal'
    this.reason = reason
  }
}

export type ToThread =
  /** `size` is in bytes. Null if the file is read once, to its end. */
  | { type: 'job'; job: EngineJob; size: number | null }
  | { type: 'bytes'; request: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'pause' }
  | { type: 'resume' }

export type FromThread =
  /** From `start` to at least `end`, unless the file ends before. */
  | { type: 'read'; request: number; start: number; end: number }
  | { type: 'facts'; facts: unknown }
  | { type: 'data'; bytes: Uint8Array }
  | { type: 'done' }
  | { type: 'failed'; reason: RefusalReason | 'crashed'; detail: string }
