import { LRUCache } from 'lru-cache'
import { log } from '#app/observe/log.server.ts'
import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'
import { imageIndex, type SaveFormat } from '#app/posts/save-format.ts'
import { audioWorker, canMakeMp3, mediaSource } from './extraction/sources.server.ts'
import { fileStem } from './file-stem.server.ts'
import { type LookupOutcome, postForSave, refreshedPost } from './lookup.server.ts'
import { parseByteRange, parseContentRange } from './media/byte-range.ts'
import type { MediaFailure, OpenedMedia } from './media/media.server.ts'
import { openFirst } from './media/media-mirrors.server.ts'
import { mediaTypes } from './media/media-type.ts'
import type { Piece } from './opened-file.server.ts'
import {
  madeFile,
  mediaProblem,
  type SaveProblem,
  type SaveRequest,
  type SaveResult,
} from './save-result.server.ts'
import { openZip } from './save-zip.server.ts'

type FindPost = (postId: string, signal: AbortSignal) => Promise<LookupOutcome>

/** How a post is found, and how it is found again once its addresses are dead. */
type PostFinder = { find: FindPost; refresh: FindPost }

const forVisitors: PostFinder = { find: postForSave, refresh: refreshedPost }

/** Opens a post's file for delivery. A dead address is looked up again, once. */
export async function openSave(
  request: SaveRequest,
  { find, refresh }: PostFinder = forVisitors,
): Promise<SaveResult> {
  const outcome = await find(request.postId, request.signal)
  if (!outcome.ok) return { ok: false, problem: { kind: 'lookup', problem: outcome.problem } }
  const file = fileFor(outcome.post, request.format)
  if (isOtherVariant(request, file)) return notSatisfiable(null)
  const first = await openFormat(outcome.post, file, request)
  if (first.ok || !isDeadAddress(first.problem)) return first
  const again = await refresh(request.postId, request.signal)
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

/** Returns a new look-up's file for the format: the same variant as before, wherever it is offered now. */
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

/** The variant that each file was sent in, by post and format: its later parts must be of the same one. */
const delivered = new LRUCache<string, string>({ max: 5_000 })

/**
 * Whether a request is for a part of a file whose other parts were sent in another variant. With
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
  delivered.set(key, file.variantKey)
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

async function openSound(
  post: ExtractedPost,
  file: MediaFile | null,
  request: SaveRequest,
): Promise<SaveResult> {
  if (file === null || !canMakeMp3) return { ok: false, problem: { kind: 'no_such_file' } }
  const delivery = { ...madeFile(`${fileStem()}.mp3`, 'audio/mpeg'), body: null }
  const accept = post.sound === null ? 'video' : 'audio'
  const { signal } = request
  if (request.method === 'HEAD') {
    const head = await openFirst(mediaSource, file, post.session, {
      method: 'HEAD',
      accept,
      signal,
    })
    return head.ok ? { ok: true, delivery } : mediaProblem(head.failure)
  }
  let mediaFailure: MediaFailure | null = null
  // Opened only when the job starts: a waiting job must not hold an upstream connection.
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
