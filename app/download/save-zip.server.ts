import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'
import { mediaSource } from './extraction/sources.server.ts'
import { fileStem } from './file-stem.server.ts'
import type { OpenedMedia } from './media/media.server.ts'
import { openFirst } from './media/media-mirrors.server.ts'
import { mediaTypes } from './media/media-type.ts'
import { zipStream } from './media/zip.server.ts'
import { madeFile, mediaProblem, type SaveRequest, type SaveResult } from './save-result.server.ts'

/** Opens a photo post as a ZIP, which is made while it is sent. */
export async function openZip(post: ExtractedPost, request: SaveRequest): Promise<SaveResult> {
  const parts = zipParts(post, request.images)
  const [firstPart] = parts
  if (firstPart === undefined) return { ok: false, problem: { kind: 'no_such_file' } }
  const stem = fileStem()
  const delivery = { ...madeFile(`${stem}.zip`, 'application/zip'), body: null }
  // The first image is opened before the headers are sent, so that a dead address can be replaced.
  const first = await openPart(post, firstPart.file, 'image', request)
  if (!first.ok) return mediaProblem(first.failure)
  if (request.method === 'HEAD') return { ok: true, delivery }
  const body = zipStream(zipEntries(post, parts, stem, first.media, request), request.signal)
  return { ok: true, delivery: { ...delivery, body } }
}

type ZipPart = { file: MediaFile; accept: 'image' | 'audio'; name: string }

/** All images and the sound, or the chosen images alone. Empty if one of those is missing. */
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
  { signal }: SaveRequest,
) {
  for (const [index, { file, accept, name }] of parts.entries()) {
    const media = index === 0 ? first : await openPartOrThrow(post, file, accept, signal)
    yield {
      name: `${stem}_${name}.${mediaTypes[media.kind].extension}`,
      open: async () => media.body,
    }
  }
}

function openPart(
  post: ExtractedPost,
  file: MediaFile,
  accept: 'image' | 'audio',
  { method, signal }: Pick<SaveRequest, 'method' | 'signal'>,
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
  if (!opened.ok) throw new Error(`A part of the ZIP could not be opened: ${opened.failure}`)
  return opened.media
}
