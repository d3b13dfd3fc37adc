import type { Readable } from 'node:stream'
import type { SaveFormat } from '#app/posts/save-format.ts'
import type { AudioFailure } from './audio/audio-worker.server.ts'
import { type LookupCause, type LookupProblem, lookupCause } from './lookup.server.ts'
import type { MediaFailure } from './media/media.server.ts'
import type { Piece } from './opened-file.server.ts'

/** Why there is no file to send. Each problem has its own page for the visitor. */
export type SaveProblem =
  | { kind: 'lookup'; problem: LookupProblem }
  | { kind: 'no_such_file' }
  | { kind: 'range_not_satisfiable'; totalBytes: number | null }
  | { kind: 'media'; failure: MediaFailure }
  | { kind: 'audio'; failure: AudioFailure; retryAfterSeconds: number | null }

/** Why a file was not delivered, as analytics stores it; app/analytics/code-names.ts has the words. */
export type SaveCause =
  | LookupCause
  | 'no_such_file'
  | 'range_not_satisfiable'
  | `media: ${MediaFailure}`
  | `sound: ${AudioFailure}`
  | 'too_many_here'
  | 'too_many_in_all'
  | 'not sent whole'
  | 'cut by operator'

/** Names the cause of a problem. */
export function saveCause(problem: SaveProblem): SaveCause {
  if (problem.kind === 'lookup') return lookupCause(problem.problem)
  if (problem.kind === 'media') return `media: ${problem.failure}`
  return problem.kind === 'audio' ? `sound: ${problem.failure}` : problem.kind
}

/** A file whose first bytes are checked, ready to be sent. */
export type Delivery = {
  status: 200 | 206
  contentType: string
  fileName: string
  headers: Record<string, string>
  /** Null when only the headers were asked for. */
  body: Readable | null
  /** The part of the file that the body is; null when it is all of it. */
  piece: Piece | null
}

export type SaveRequest = {
  postId: string
  format: SaveFormat
  /** The images for a ZIP, by their numbers; empty for all of them and the sound. */
  images: readonly number[]
  method: 'GET' | 'HEAD'
  range: string | null
  ifRange: string | null
  signal: AbortSignal
}

export type SaveResult = { ok: true; delivery: Delivery } | { ok: false; problem: SaveProblem }

/** A save that fails for a problem of the media host. */
export function mediaProblem(failure: MediaFailure): SaveResult {
  return { ok: false, problem: { kind: 'media', failure } }
}

/** A file that is made while it is sent: its length is unknown, so no part of it can be asked for. */
export function madeFile(fileName: string, contentType: string) {
  const headers = { 'accept-ranges': 'none' }
  return {
    status: 200,
    contentType,
    fileName,
    headers,
    piece: null,
  } as const
}
