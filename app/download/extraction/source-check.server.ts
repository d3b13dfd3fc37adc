import type { MediaSource } from '#app/download/media/media.server.ts'
import { formatBytes } from '#app/i18n/format.ts'
import type { ExtractedPost, Extractor, MediaFile } from '#app/posts/extracted-post.server.ts'
import type { PostRef } from '#app/posts/post-link.ts'
import { failureText } from './source-causes.ts'

export type SourceCheck = {
  works: boolean
  text: string
  /** The post that was found and a hash of the keys of its data, where the source reads it. */
  keys?: { postId: string; hash: string }
}

const fileMs = 20_000

/**
 * Looks one post up at one source, and reads the first KB of its file to prove that it's what the
 * look-up says. Stores nothing.
 */
export async function checkSource(
  source: Extractor,
  mediaSource: MediaSource,
  ref: PostRef,
  withinMs: number,
  stop?: AbortSignal,
): Promise<SourceCheck> {
  const startedAt = performance.now()
  const result = await source.lookup(ref, limitOf(withinMs, stop), withinMs)
  const lookupMs = Math.round(performance.now() - startedAt)
  if (!result.ok) return failed(`${failureText(result.failure)} (look-up ${lookupMs} ms)`)
  const { post } = result
  if (ref.kind === 'post' && post.postId !== ref.postId) return failed('returned another post')
  const file = post.video ?? post.images[0] ?? null
  if (file === null) return failed(`found the post, but no file in it (look-up ${lookupMs} ms)`)
  const what = describe(post, file)
  const fileStart = performance.now()
  const proof = await firstBytes(mediaSource, post, file)
  const fileTook = Math.round(performance.now() - fileStart)
  const times = `(look-up ${lookupMs} ms, file ${fileTook} ms)`
  const hash = result.dataKeys?.()
  return proof.ok
    ? {
        works: true,
        text: `${what}, ${proof.text} ${times}`,
        ...(hash !== undefined && { keys: { postId: post.postId, hash } }),
      }
    : failed(`${what}, but the file failed: ${proof.text} ${times}`)
}

/** Its number is of a time before there was the platform, so there can be no such post. */
const missingPost: PostRef = {
  kind: 'post',
  postId: '1000000000000000001',
  user: null,
  media: 'video',
}

/** Whether a source says of a post that can't exist that there is none. */
export async function checkMissing(
  source: Extractor,
  withinMs: number,
  stop?: AbortSignal,
): Promise<SourceCheck> {
  const result = await source.lookup(missingPost, limitOf(withinMs, stop), withinMs)
  if (result.ok) return failed('it found a post that can’t exist')
  const { failure } = result
  const isRight =
    failure.kind === 'not_found' &&
    // Services don't always say why.
    (failure.reason === 'gone' || (source.name !== 'native' && failure.reason === 'unknown'))
  return isRight
    ? { works: true, text: 'no post' }
    : failed(`asked for a post that can’t exist: ${failureText(failure)}`)
}

function limitOf(withinMs: number, stop: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(withinMs + 1000)
  return stop === undefined ? limit : AbortSignal.any([limit, stop])
}

/** Tries each address of a file until one gives bytes of the right kind. */
async function firstBytes(
  mediaSource: MediaSource,
  { session, video }: ExtractedPost,
  file: MediaFile,
): Promise<{ ok: boolean; text: string }> {
  let last = 'it has no address'
  for (const { url, profile } of file.addresses) {
    const answer = await mediaSource.open(url, {
      method: 'GET',
      range: 'bytes=0-1023',
      accept: video === null ? 'image' : 'video',
      way: { profile, session },
      signal: AbortSignal.timeout(fileMs),
    })
    if (answer.ok) {
      answer.media.body.destroy()
      const { kind } = answer.media
      return { ok: true, text: kind === 'mp4' ? 'MP4 proved by ftyp' : `proved to be ${kind}` }
    }
    last = answer.failure.replaceAll('_', ' ')
  }
  return { ok: false, text: last }
}

function describe({ images, hd }: ExtractedPost, file: MediaFile): string {
  const size = file.bytes === null ? 'size unknown' : formatBytes(file.bytes, 'en')
  const pixels = file.width === null || file.height === null ? '' : ` ${file.width}×${file.height}`
  const codec = file.codec === null ? '' : ` ${file.codec.toUpperCase()}`
  const kind = images.length > 0 ? `${images.length} images` : 'video'
  return `${kind}${pixels}${codec}, ${size}${hd === null ? '' : ', with HD'}`
}

function failed(text: string): SourceCheck {
  return { works: false, text }
}
