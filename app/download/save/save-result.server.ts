import type { Readable } from 'node:stream'
import type { EngineFailure } from '#app/download/engine/engine.server.ts'
import {
  type LookupCause,
  type LookupProblem,
  lookupCause,
} from '#app/download/lookup/lookup.server.ts'
import type { LookupAsker } from '#app/download/lookup/lookup-askers.server.ts'
import type { MediaFailure } from '#app/download/media/media.server.ts'
import type { FileNameStyle } from '#app/posts/file-name-style.ts'
import type { Mp3Rate } from '#app/posts/mp3-rate.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import type { SavePart } from '#app/posts/save-part.ts'
import type { Piece } from './sent-spans.ts'

/** A part past the end is a problem of its own for all formats. */
type SoundFailure = Exclude<EngineFailure, 'past_end'>

export type SaveProblem =
  | { kind: 'lookup'; problem: LookupProblem }
  | { kind: 'no_such_file' }
  /** The clip ends before the part begins. */
  | { kind: 'past_end' }
  | { kind: 'range_not_satisfiable'; totalBytes: number | null }
  | { kind: 'media'; failure: MediaFailure }
  | { kind: 'audio'; failure: SoundFailure; retryAfterSeconds: number | null }

/** A failed delivery's cause in analytics; app/analytics/code-names.ts has the words. */
export type SaveCause =
  | LookupCause
  | 'no_such_file'
  | 'past_end'
  | 'range_not_satisfiable'
  | `media: ${MediaFailure}`
  | `sound: ${SoundFailure}`
  | 'too_many_here'
  | 'too_many_in_all'
  | 'not sent whole'
  | 'cut by operator'

export function saveCause(problem: SaveProblem): SaveCause {
  if (problem.kind === 'lookup') return lookupCause(problem.problem)
  if (problem.kind === 'media') return `media: ${problem.failure}`
  return problem.kind === 'audio' ? `sound: ${problem.failure}` : problem.kind
}

/** A file ready to be sent; its first bytes are checked. */
export type Delivery = {
  status: 200 | 206
  contentType: string
  fileName: string
  headers: Record<string, string>
  /** Null if only the headers were requested. */
  body: Readable | null
  /** The part of the file in the body. Null if it is the whole file. */
  piece: Piece | null
}

export type SaveRequest = {
  postId: string
  format: SaveFormat
  /** The numbers of the images for a ZIP; empty for all of them and the sound. */
  images: readonly number[]
  /** Null for all of it. */
  part: SavePart | null
  /** An MP3's bit rate. Null for the site's. */
  kbps: Mp3Rate | null
  fileNames: FileNameStyle
  method: 'GET' | 'HEAD'
  range: string | null
  ifRange: string | null
  signal: AbortSignal
  /** The visitor or batch that waits if the post has to be looked up again. */
  asker: LookupAsker
}

/** All of a file, as the site makes it by default. */
export const wholeFile = { images: [], part: null, kbps: null, range: null, ifRange: null } as const

export type SaveResult = { ok: true; delivery: Delivery } | { ok: false; problem: SaveProblem }

export function mediaProblem(failure: MediaFailure): SaveResult {
  return { ok: false, problem: { kind: 'media', failure } }
}

/** True if a new look-up may find an address of the file that works. */
export function isDeadAddress(problem: SaveProblem): boolean {
  return problem.kind === 'media' && (problem.failure === 'gone' || problem.failure === 'blocked')
}

/** A file made while it is sent: its length is unknown, so it can't be requested in parts. */
export function madeFile(fileName: string, contentType: string) {
  const headers = { 'accept-ranges': 'none' }
  return { status: 200, contentType, fileName, headers, piece: null } as const
}
