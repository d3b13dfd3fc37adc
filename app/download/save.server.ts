import type { Readable } from 'node:stream'
import { log } from '#app/observe/log.server.ts'
import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'
import { imageIndex, type SaveFormat } from '#app/posts/save-format.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { AudioFailure } from './audio/audio-worker.server.ts'
import { audioWorker, canMakeMp3, mediaSource } from './extraction/sources.server.ts'
import {
  type LookupCause,
  type LookupProblem,
  lookupCause,
  postForSave,
  refreshedPost,
} from './lookup.server.ts'
import { parseByteRange, parseContentRange } from './media/byte-range.ts'
import type { MediaFailure, OpenedMedia } from './media/media.server.ts'
import { openFirst } from './media/media-mirrors.server.ts'
import { mediaTypes } from './media/media-type.ts'
import { zipStream } from './media/zip.server.ts'
import type { Piece } from './opened-file.server.ts'

/** Why a file cannot be had; each has its own page for the visitor. */
export type SaveProblem =
  | { kind: 'lookup'; problem: LookupProblem }
  | { kind: 'no_such_file' }
  | { kind: 'range_not_satisfiable'; totalBytes: number | null }
  | { kind: 'media'; failure: MediaFailure }
  | { kind: 'audio'; failure: AudioFailure; retryAfterSeconds: number | null }

/** Why a file was not delivered, as the figures store it; app/analytics/code-names.ts has the words. */
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
  /** The images a ZIP is to hold, by their numbers; empty for all of them and the sound. */
  images: readonly number[]
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
  const file = fileFor(outcome.post, request.format)
  if (isOtherVariant(request, file)) return notSatisfiable(null)
  const first = await openFormat(outcome.post, file, request)
  if (first.ok || !isDeadAddress(first.problem)) return first
  const again = await refreshedPost(request.postId, request.signal)
  if (!again.ok) return { ok: false, problem: { kind: 'lookup', problem: again.problem } }
  const same = sameFile(again.post, request.format, file)
  if (isOtherVariant(request, same)) return notSatisfiable(null)
  return openFormat(again.post, same, request)
}

/** Opens a post's cover picture. */
export async function openCover(postId: string, signal: AbortSignal): Promise<SaveResult> {
  const outcome = await postForSave(postId, signal)
  if (!outcome.ok) return { ok: false, problem: { kind: 'lookup', problem: outcome.problem } }
  const request = { method: 'GET', range: null, ifRange: null, signal } as const
  const open = (post: ExtractedPost) => openFile(post, post.cover, 'image', fileStem(), request)
  const first = await open(outcome.post)
  if (first.ok || !isDeadAddress(first.problem)) return first
  const again = await refreshedPost(postId, signal)
  return again.ok ? open(again.post) : first
}

function isDeadAddress(problem: SaveProblem): boolean {
  return problem.kind === 'media' && problem.failure === 'gone'
}

/** The file that a format is delivered from; null for a zip, and when there is none. */
function fileFor(post: ExtractedPost, format: SaveFormat): MediaFile | null {
  if (format === 'mp4') return post.video
  if (format === 'hd') return post.hd
  if (format === 'mp3') return post.sound ?? post.video
  return format === 'zip' ? null : (post.images[imageIndex(format) ?? -1] ?? null)
}

/** A new look-up's file for the format: the one that was in use, wherever it is offered now. */
function sameFile(post: ExtractedPost, format: SaveFormat, before: MediaFile | null) {
  const file = fileFor(post, format)
  const isVideo = format === 'mp4' || format === 'hd'
  const offered = isVideo ? [post.video, post.hd] : []
  return offered.find((one) => one?.variantKey === before?.variantKey) ?? file
}

function openFormat(
  post: ExtractedPost,
  file: MediaFile | null,
  request: SaveRequest,
): Promise<SaveResult> {
  const { format } = request
  if (format === 'mp3') return openSound(post, file, request)
  if (format === 'zip') return openZip(post, request)
  const index = imageIndex(format)
  if (index === null) return openFile(post, file, 'video', fileStem(), request)
  return openFile(post, file, 'image', `${fileStem()}_${index + 1}`, request)
}

/** Variants that files were delivered in, by post and format: a later part must be of the same one. */
const delivered = new Map<string, string>()
const deliveredAtMost = 5_000

/**
 * Whether a part of a file is asked for that is no longer the file whose other parts were sent. With
 * If-Range the file's ETag tells that.
 */
function isOtherVariant(request: SaveRequest, file: MediaFile | null): boolean {
  const { postId, format, range, ifRange } = request
  if (file === null || format === 'mp3') return false
  const key = `${postId}/${format}`
  const before = delivered.get(key)
  const asked = parseByteRange(range)
  const isPart = asked.kind === 'suffix' || (asked.kind === 'range' && asked.start > 0)
  if (isPart && ifRange === null) return before !== undefined && before !== file.variantKey
  delivered.delete(key)
  delivered.set(key, file.variantKey)
  const [oldest] = delivered.keys()
  if (delivered.size > deliveredAtMost && oldest !== undefined) delivered.delete(oldest)
  return false
}

function notSatisfiable(totalBytes: number | null): SaveResult {
  return { ok: false, problem: { kind: 'range_not_satisfiable', totalBytes } }
}

type FileRequest = Pick<SaveRequest, 'method' | 'range' | 'ifRange' | 'signal'>

async function openFile(
  { session }: ExtractedPost,
  file: MediaFile | null,
  accept: 'video' | 'image',
  stem: string,
  request: FileRequest,
): Promise<SaveResult> {
  if (file === null) return { ok: false, problem: { kind: 'no_such_file' } }
  const { method, range, ifRange, signal } = request
  const asked = { range, ifRange, method, accept, signal }
  const opened = await openFirst(mediaSource, file, session, asked)
  if (!opened.ok) {
    const { failure, totalBytes = null } = opened
    return failure === 'range_not_satisfiable'
      ? notSatisfiable(totalBytes)
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

async function openSound(
  post: ExtractedPost,
  file: MediaFile | null,
  request: SaveRequest,
): Promise<SaveResult> {
  if (file === null || !canMakeMp3) return { ok: false, problem: { kind: 'no_such_file' } }
  const delivery = { ...made(`${fileStem()}.mp3`, 'audio/mpeg'), body: null }
  const accept = post.sound === null ? 'video' : 'audio'
  const { signal } = request
  if (request.method === 'HEAD') {
    const head = await openPart(post, file, accept, request)
    return head.ok ? { ok: true, delivery } : mediaProblem(head.failure)
  }
  let mediaFailure: MediaFailure | null = null
  // Opened only when the job's turn comes: a waiting one must not hold an upstream connection.
  const source = async () => {
    const opened = await openFirst(mediaSource, file, post.session, {
      method: 'GET',
      accept,
      signal,
    })
    if (opened.ok) return opened.media.body
    mediaFailure = opened.failure
    throw new Error(`The sound could not be opened: ${opened.failure}`)
  }
  const tags = { title: post.title, artist: post.author.name ?? post.author.handle ?? '' }
  const sound = await audioWorker.toMp3(source, tags, signal)
  if (sound.ok) return { ok: true, delivery: { ...delivery, body: sound.stream } }
  if (mediaFailure !== null) return mediaProblem(mediaFailure)
  const { reason: failure, detail, retryAfterSeconds = null } = sound
  if (failure !== 'aborted') log.warn({ postId: post.postId, failure, detail }, 'no MP3 made')
  return { ok: false, problem: { kind: 'audio', failure, retryAfterSeconds } }
}

async function openZip(post: ExtractedPost, request: SaveRequest): Promise<SaveResult> {
  const parts = zipParts(post, request.images)
  const [firstPart] = parts
  if (firstPart === undefined) return { ok: false, problem: { kind: 'no_such_file' } }
  const stem = fileStem()
  const delivery = { ...made(`${stem}.zip`, 'application/zip'), body: null }
  // The first image is opened before the headers go out: a dead address can still be mended.
  const first = await openPart(post, firstPart.file, 'image', request)
  if (!first.ok) return mediaProblem(first.failure)
  if (request.method === 'HEAD') return { ok: true, delivery }
  const body = zipStream(zipEntries(post, parts, stem, first.media, request), request.signal)
  return { ok: true, delivery: { ...delivery, body } }
}

type ZipPart = { file: MediaFile; accept: 'image' | 'audio'; name: string }

/** All images and the sound, or the chosen images alone. Empty when one of those isn't there. */
function zipParts({ images, sound }: ExtractedPost, chosen: readonly number[]): ZipPart[] {
  const digits = String(images.length).length
  const all = images.map((file, index) => ({
    file,
    accept: 'image' as const,
    name: String(index + 1).padStart(digits, '0'),
  }))
  if (chosen.some((number) => number > all.length) || all.length === 0) return []
  if (chosen.length > 0) return all.filter((_, index) => chosen.includes(index + 1))
  return sound === null ? all : [...all, { file: sound, accept: 'audio', name: 'sound' }]
}

/** Entries carry the ZIP's own name, so that the files of two ZIPs can share a folder. */
async function* zipEntries(
  post: ExtractedPost,
  parts: ZipPart[],
  stem: string,
  first: OpenedMedia,
  { signal }: FileRequest,
) {
  for (const [index, { file, accept, name }] of parts.entries()) {
    const media = index === 0 ? first : await openPartOrThrow(post, file, accept, signal)
    yield {
      name: `${stem}_${name}.${mediaTypes[media.kind].extension}`,
      open: async () => media.body,
    }
  }
}

type PartRequest = Pick<SaveRequest, 'method' | 'signal'>

function openPart(
  post: ExtractedPost,
  file: MediaFile,
  accept: 'image' | 'audio' | 'video',
  { method, signal }: PartRequest,
) {
  return openFirst(mediaSource, file, post.session, { method, accept, signal })
}

async function openPartOrThrow(
  post: ExtractedPost,
  file: MediaFile,
  accept: 'image' | 'audio',
  signal: AbortSignal,
) {
  const opened = await openPart(post, file, accept, { method: 'GET', signal })
  if (!opened.ok) throw new Error(`A part of the zip could not be opened: ${opened.failure}`)
  return opened.media
}

function mediaProblem(failure: MediaFailure): SaveResult {
  return { ok: false, problem: { kind: 'media', failure } }
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
export function fileStem(): string {
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
