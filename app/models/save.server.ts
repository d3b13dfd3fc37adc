import type { Readable } from 'node:stream'
import type { AudioFailure } from '#app/services/audio-worker.server.ts'
import type { ExtractedPost, MediaFile } from '#app/services/extractor.server.ts'
import { log } from '#app/services/log.server.ts'
import type { MediaFailure, OpenedMedia } from '#app/services/media.server.ts'
import { zipStream } from '#app/services/zip.server.ts'
import { parseContentRange } from '#app/utils/byte-range.ts'
import { mediaTypes } from '#app/utils/media-type.ts'
import { imageIndex, type SaveFormat } from '#app/utils/save-format.ts'
import {
  type LookupCause,
  type LookupProblem,
  lookupCause,
  postForSave,
  refreshedPost,
} from './lookup.server.ts'
import type { Piece } from './opened-file.server.ts'
import { settings } from './settings.server.ts'
import { audioWorker, canMakeMp3, mediaSource } from './upstream.server.ts'

/** Why a file cannot be had; each has its own page for the visitor. */
export type SaveProblem =
  | { kind: 'lookup'; problem: LookupProblem }
  | { kind: 'no_such_file' }
  | { kind: 'range_not_satisfiable'; totalBytes: number | null }
  | { kind: 'media'; failure: MediaFailure }
  | { kind: 'audio'; failure: AudioFailure; retryAfterSeconds: number | null }

/** Why a file was not delivered, as the figures store it; app/models/analytics/code-names.ts has the words. */
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

/** A file whose first bytes are known to be right, ready to be sent. */
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
  method: 'GET' | 'HEAD'
  range: string | null
  ifRange: string | null
  signal: AbortSignal
}

export type SaveResult = { ok: true; delivery: Delivery } | { ok: false; problem: SaveProblem }

/** Opens a post's file for delivery. A dead address is looked up afresh once. */
export async function openSave(request: SaveRequest): Promise<SaveResult> {
  const outcome = await postForSave(request.postId, request.signal)
  if (!outcome.ok) return { ok: false, problem: { kind: 'lookup', problem: outcome.problem } }
  const first = await openFormat(outcome.post, request)
  if (first.ok || !isDeadAddress(first.problem)) return first
  const again = await refreshedPost(request.postId, request.signal)
  if (!again.ok) return { ok: false, problem: { kind: 'lookup', problem: again.problem } }
  return openFormat(again.post, request)
}

/** Opens a post's cover picture. */
export async function openCover(postId: string, signal: AbortSignal): Promise<SaveResult> {
  const outcome = await postForSave(postId, signal)
  if (!outcome.ok) return { ok: false, problem: { kind: 'lookup', problem: outcome.problem } }
  const request = { method: 'GET', range: null, ifRange: null, signal } as const
  const open = (url: string | null) =>
    openFile(url === null ? null : picture(url), 'image', fileStem(), request)
  const first = await open(outcome.post.coverUrl)
  if (first.ok || !isDeadAddress(first.problem)) return first
  const again = await refreshedPost(postId, signal)
  return again.ok ? open(again.post.coverUrl) : first
}

function isDeadAddress(problem: SaveProblem): boolean {
  return problem.kind === 'media' && problem.failure === 'gone'
}

function openFormat(post: ExtractedPost, request: SaveRequest): Promise<SaveResult> {
  const { format } = request
  if (format === 'mp4') return openFile(post.video, 'video', fileStem(), request)
  if (format === 'hd') return openFile(post.hd, 'video', fileStem(), request)
  if (format === 'mp3') return openSound(post, request)
  if (format === 'zip') return openZip(post, request)
  const index = imageIndex(format) ?? -1
  const url = post.images[index]
  const file = url === undefined ? null : picture(url)
  return openFile(file, 'image', `${fileStem()}_${index + 1}`, request)
}

/** Look-ups state no size for pictures. */
function picture(url: string): MediaFile {
  return { url, bytes: null }
}

type FileRequest = Pick<SaveRequest, 'method' | 'range' | 'ifRange' | 'signal'>

async function openFile(
  file: MediaFile | null,
  accept: 'video' | 'image',
  stem: string,
  request: FileRequest,
): Promise<SaveResult> {
  if (file === null) return { ok: false, problem: { kind: 'no_such_file' } }
  const { method, range, ifRange, signal } = request
  const asked = { range, ifRange, method, accept, knownBytes: file.bytes, signal }
  const opened = await mediaSource.open(file.url, asked)
  if (!opened.ok) {
    const { failure, totalBytes = null } = opened
    return failure === 'range_not_satisfiable'
      ? { ok: false, problem: { kind: 'range_not_satisfiable', totalBytes } }
      : { ok: false, problem: { kind: 'media', failure } }
  }
  const { media } = opened
  const { contentType, extension } = mediaTypes[media.kind]
  return {
    ok: true,
    delivery: {
      status: media.status,
      contentType,
      fileName: `${stem}.${extension}`,
      headers: media.headers,
      body: method === 'HEAD' ? null : media.body,
      piece: pieceOf(media),
    },
  }
}

function pieceOf({ status, headers }: OpenedMedia): Piece | null {
  const unknown = { start: 0, end: 0, total: null }
  return status === 200 ? null : (parseContentRange(headers['content-range']) ?? unknown)
}

/** Whether a piece holds the last byte of its file: of any split of a file one does. */
export function endsFile(piece: Piece | null): boolean {
  return piece === null || (piece.total !== null && piece.end + 1 === piece.total)
}

async function openSound(post: ExtractedPost, request: SaveRequest): Promise<SaveResult> {
  const file = post.sound ?? post.video
  if (file === null || !canMakeMp3) return { ok: false, problem: { kind: 'no_such_file' } }
  const delivery = { ...made(`${fileStem()}.mp3`, 'audio/mpeg'), body: null }
  if (request.method === 'HEAD') return { ok: true, delivery }
  const accept = post.sound === null ? 'video' : 'audio'
  const { signal } = request
  let mediaFailure: MediaFailure | null = null
  // Opened only when the job's turn comes: a waiting one must not hold an upstream connection.
  const source = async () => {
    const asked = { method: 'GET', accept, knownBytes: file.bytes, signal } as const
    const opened = await mediaSource.open(file.url, asked)
    if (opened.ok) return opened.media.body
    mediaFailure = opened.failure
    throw new Error(`The sound could not be opened: ${opened.failure}`)
  }
  const tags = { title: post.title, artist: post.author.name ?? post.author.handle ?? '' }
  const sound = await audioWorker.toMp3(source, tags, signal)
  if (sound.ok) return { ok: true, delivery: { ...delivery, body: sound.stream } }
  if (mediaFailure !== null) return { ok: false, problem: { kind: 'media', failure: mediaFailure } }
  const { reason: failure, detail, retryAfterSeconds = null } = sound
  if (failure !== 'aborted') log.warn({ postId: post.postId, failure, detail }, 'no MP3 made')
  return { ok: false, problem: { kind: 'audio', failure, retryAfterSeconds } }
}

async function openZip(post: ExtractedPost, request: SaveRequest): Promise<SaveResult> {
  if (post.images.length === 0) return { ok: false, problem: { kind: 'no_such_file' } }
  const stem = fileStem()
  const delivery = { ...made(`${stem}.zip`, 'application/zip'), body: null }
  if (request.method === 'HEAD') return { ok: true, delivery }
  // The first image is opened before the headers go out: a dead address can still be mended.
  const first = await openPart(picture(post.images[0] ?? ''), 'image', request.signal)
  if (!first.ok) return { ok: false, problem: { kind: 'media', failure: first.failure } }
  const body = zipStream(zipEntries(post, stem, first.media, request.signal), request.signal)
  return { ok: true, delivery: { ...delivery, body } }
}

/** Entries carry the ZIP's own name, so that the files of two ZIPs can share a folder. */
async function* zipEntries(
  post: ExtractedPost,
  stem: string,
  first: OpenedMedia,
  signal: AbortSignal,
) {
  const digits = String(post.images.length).length
  const parts = post.images.map((url) => ({ file: picture(url), accept: 'image' as const }))
  const sound = post.sound === null ? [] : [{ file: post.sound, accept: 'audio' as const }]
  for (const [index, { file, accept }] of [...parts, ...sound].entries()) {
    const media = index === 0 ? first : await openPartOrThrow(file, accept, signal)
    const { extension } = mediaTypes[media.kind]
    const part = accept === 'audio' ? 'sound' : String(index + 1).padStart(digits, '0')
    yield { name: `${stem}_${part}.${extension}`, open: async () => media.body }
  }
}

function openPart(file: MediaFile, accept: 'image' | 'audio', signal: AbortSignal) {
  return mediaSource.open(file.url, { method: 'GET', accept, knownBytes: file.bytes, signal })
}

async function openPartOrThrow(file: MediaFile, accept: 'image' | 'audio', signal: AbortSignal) {
  const opened = await openPart(file, accept, signal)
  if (!opened.ok) throw new Error(`A part of the zip could not be opened: ${opened.failure}`)
  return opened.media
}

/** A file that is made on the way: its length is not known, so no part of it can be asked for. */
function made(fileName: string, contentType: string) {
  const headers = { 'accept-ranges': 'none' }
  return {
    status: 200,
    contentType,
    fileName,
    headers,
    piece: null,
  } as const
}

let lastStamp = 0

/**
 * `{brand prefix}_{timestamp}`: a file's name without its ending. The time is in UTC, as
 * yyyymmddhhmmss and milliseconds. No two calls in a process return the same one.
 */
function fileStem(): string {
  const brand = settings()
    .siteName.normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  // Two files begun within a millisecond would overwrite each other on the visitor's disk.
  lastStamp = Math.max(Date.now(), lastStamp + 1)
  const timestamp = new Date(lastStamp).toISOString().replace(/\D/g, '')
  return `${brand === '' ? 'clip' : brand}_${timestamp}`
}
