import type { Readable } from 'node:stream'
import type { MediaFailure, MediaRequest, MediaSource } from '#app/download/media/media.server.ts'
import type { MediaKind } from '#app/download/media/media-type.ts'
import type { PostRef } from '#app/download/platforms/link.ts'
import { formatBytes } from '#app/i18n/format.ts'
import type {
  ExtractedPost,
  Extractor,
  MediaAddress,
  MediaFile,
} from '#app/posts/extracted-post.server.ts'
import { isLost } from '#app/posts/lost-files.ts'
import { durationText } from '#app/time/time-text.ts'
import { failureText, wasAsked } from './source-causes.ts'

export type SourceCheck = {
  works: boolean
  text: string
  /** The post found and a hash of its data's keys, if the source reads that data. */
  keys?: { postId: string; hash: string }
  /** The first bytes of its file. */
  head?: Buffer
}

/** False if the source's turn would have come too late. */
type Asked = { wasAsked: boolean }

const fileMs = 20_000

/** Looks up one post and proves its file's type by the first KB. Stores nothing. */
export async function checkSource(
  source: Extractor,
  ref: PostRef,
  {
    mediaSource,
    withinMs,
    stop,
  }: { mediaSource: MediaSource; withinMs: number; stop?: AbortSignal | undefined },
): Promise<SourceCheck & Asked> {
  const startedAt = performance.now()
  const result = await source.lookup(ref, limitOf(withinMs, stop), { withinMs })
  const lookupMs = Math.round(performance.now() - startedAt)
  if (!result.ok) {
    const { failure } = result
    const text = `${failureText(failure)}, after ${durationText(lookupMs)}`
    return { works: false, text, wasAsked: wasAsked(failure) }
  }
  const { post } = result
  if (ref.kind === 'post' && post.postId !== ref.postId) return failed('returned another post')
  const file = post.video ?? post.images.find((image) => !isLost(image)) ?? null
  if (file === null)
    return failed(`found the post, but no file in it, after ${durationText(lookupMs)}`)
  const what = describePost(post, file)
  const fileStart = performance.now()
  const proof = await firstBytes(mediaSource, post, file)
  const fileTook = Math.round(performance.now() - fileStart)
  const times = `(look-up ${durationText(lookupMs)}, file ${durationText(fileTook)})`
  const hash = result.dataKeys?.()
  return proof.ok
    ? {
        works: true,
        wasAsked: true,
        text: `${what}, ${proof.text} ${times}`,
        ...(hash !== undefined && { keys: { postId: post.postId, hash } }),
        head: proof.head,
      }
    : failed(`${what}, but the file failed: ${proof.text} ${times}`)
}

/** Checks that a source finds no post for an id that can't exist. */
export async function checkMissing(
  source: Extractor,
  missing: PostRef,
  withinMs: number,
  stop?: AbortSignal,
): Promise<SourceCheck> {
  const result = await source.lookup(missing, limitOf(withinMs, stop), { withinMs })
  if (result.ok) return failed('it found a post that can’t exist')
  const { failure } = result
  const isRight =
    failure.kind === 'not_found' &&
    // Services don't always return a reason.
    (failure.reason === 'gone' || (isService(source) && failure.reason === 'unknown'))
  return isRight
    ? { works: true, text: 'no post' }
    : failed(`asked for a post that can’t exist: ${failureText(failure)}`)
}

const isService = ({ name }: Extractor) => name === 'service' || name === 'ytdlp'

function limitOf(withinMs: number, stop: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(withinMs + 1000)
  return stop === undefined ? limit : AbortSignal.any([limit, stop])
}

/** Tries each address of a file until one returns bytes of the right kind. */
async function firstBytes(
  mediaSource: MediaSource,
  { session, video }: ExtractedPost,
  file: MediaFile,
): Promise<{ ok: true; text: string; head: Buffer } | { ok: false; text: string }> {
  let last = 'it has no address'
  const { addresses, accept } = provable(file, video === null ? 'image' : 'video')
  for (const { url, profile } of addresses) {
    const answer = await mediaSource.open(url, {
      method: 'GET',
      range: 'bytes=0-1023',
      accept,
      way: { profile, session },
      signal: AbortSignal.timeout(fileMs),
    })
    if (answer.ok) {
      const { kind, body } = answer.media
      return { ok: true, text: `its file is ${kindText(kind)}`, head: await firstOf(body) }
    }
    last = faultTexts[answer.failure]
  }
  return { ok: false, text: last }
}

const faultTexts: Record<MediaFailure, string> = {
  gone: 'its address no longer works',
  blocked: 'its address isn’t allowed',
  unavailable: 'the media host didn’t send it',
  timeout: 'no answer in time',
  not_media: 'it isn’t a video or an image',
  too_large: 'it’s too large',
  range_not_satisfiable: 'the media host didn’t send its first part',
  aborted: 'no answer in time',
}

function kindText(kind: MediaKind): string {
  if (kind === 'segment' || kind === 'm3u8') return 'a stream'
  return `${/^[am]/.test(kind) ? 'an' : 'a'} ${kind.toUpperCase()}`
}

/** Returns where to read a file's first bytes: a joined file has none until it is made. */
function provable(
  { addresses, join }: MediaFile,
  accept: 'image' | 'video',
): Pick<MediaRequest, 'accept'> & { addresses: readonly MediaAddress[] } {
  if (join === undefined) return { addresses, accept }
  return join.kind === 'tracks'
    ? { addresses: join.picture, accept: 'segment' }
    : { addresses: join.addresses, accept: 'playlist' }
}

/** Returns a stream's first piece and ends the stream. */
async function firstOf(body: Readable): Promise<Buffer> {
  for await (const piece of body) return Buffer.from(piece)
  return Buffer.alloc(0)
}

function describePost({ video, moreVideos, images, hd }: ExtractedPost, file: MediaFile): string {
  const size = file.bytes === null ? 'size unknown' : formatBytes(file.bytes, 'en')
  const pixels = file.width === null || file.height === null ? '' : ` ${file.width}×${file.height}`
  const codec = file.codec === null ? '' : ` ${file.codec.toUpperCase()}`
  const videos = video === null ? 0 : 1 + moreVideos.length
  const kind = [
    ...(videos === 0 ? [] : [videos === 1 ? 'video' : `${videos} videos`]),
    ...(images.length === 0 ? [] : [images.length === 1 ? '1 image' : `${images.length} images`]),
  ].join(' and ')
  return `${kind}${pixels}${codec}, ${size}${hd === null ? '' : ', with HD'}`
}

function failed(text: string): SourceCheck & Asked {
  return { works: false, text, wasAsked: true }
}
