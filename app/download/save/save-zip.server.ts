import type { Readable } from 'node:stream'
import { mediaSource } from '#app/download/extraction/sources.server.ts'
import { postFacts } from '#app/download/lookup/post-facts.server.ts'
import { itemsOf, videosIn, withVideo } from '#app/download/lookup/post-item.ts'
import { openFirst } from '#app/download/media/media-mirrors.server.ts'
import { mediaTypes } from '#app/download/media/media-type.ts'
import { type ZipEntry, zipStream } from '#app/download/media/zip.server.ts'
import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'
import { entryName, filePaths, fileStem, soundPath } from './file-stem.server.ts'
import { madeFile, type SaveRequest, type SaveResult } from './save-result.server.ts'

type OpenVideo = (
  post: ExtractedPost,
  format: 'mp4' | 'hd',
  item: number,
  request: SaveRequest,
) => Promise<SaveResult>

/** `ending` has a full stop. */
type OpenedPart = { ok: true; body: Readable | null; ending: string } | RefusedPart
type RefusedPart = Extract<SaveResult, { ok: false }>

/** `path` is without the extension. */
type ZipPart = { path: string; open: (request: SaveRequest) => Promise<OpenedPart> }

/** Opens a ZIP of all of a post's files, or of the chosen images. Its videos come from `openVideo`. */
export async function openZip(
  post: ExtractedPost,
  request: SaveRequest,
  openVideo: OpenVideo,
): Promise<SaveResult> {
  const parts = zipParts(post, request, openVideo)
  const [firstPart] = parts
  if (firstPart === undefined) return { ok: false, problem: { kind: 'no_such_file' } }
  const delivery = {
    ...madeFile(`${fileStem(postFacts(post), request.fileNames)}.zip`, 'application/zip'),
    body: null,
  }
  // The first file is opened before the headers are sent, so that a dead address can be replaced.
  const first = await firstPart.open(request)
  if (!first.ok) return first
  if (request.method === 'HEAD') return { ok: true, delivery }
  const body = zipStream(zipEntries(parts, first, request), request.signal)
  return { ok: true, delivery: { ...delivery, body } }
}

/** Returns all videos, images and the sound, or only the chosen images; empty if one is missing. */
function zipParts(
  post: ExtractedPost,
  { images: chosen, fileNames }: SaveRequest,
  openVideo: OpenVideo,
): ZipPart[] {
  const { images, sound } = post
  const folder = entryName(postFacts(post), fileNames)
  const items = itemsOf({ video: videosIn(post), image: images.length }, post.order)
  const paths = filePaths(folder, items.length)
  const all = items.flatMap(({ kind, number }, index) => {
    const path = paths[index] ?? folder
    const one = kind === 'video' ? withVideo(post, number) : null
    const file = kind === 'image' ? images[number - 1] : undefined
    if (one !== null) return [{ kind, number, part: videoPart(one, number, path, openVideo) }]
    return file === undefined ? [] : [{ kind, number, part: mediaPart(post, file, 'image', path) }]
  })
  if (chosen.some((number) => number > images.length)) return []
  const parts = all
    .filter(
      ({ kind, number }) => chosen.length === 0 || (kind === 'image' && chosen.includes(number)),
    )
    .map(({ part }) => part)
  if (chosen.length > 0) return parts
  // A post of one video has none.
  if (images.length === 0 && parts.length < 2) return []
  if (sound === null) return parts
  return [...parts, mediaPart(post, sound, 'audio', soundPath(folder))]
}

/** The best file that plays everywhere. */
function videoPart(post: ExtractedPost, item: number, path: string, openVideo: OpenVideo): ZipPart {
  return {
    path,
    async open(request) {
      const format = post.hd?.codec === 'h264' ? 'hd' : 'mp4'
      const opened = await openVideo(post, format, item, request)
      if (!opened.ok) return opened
      const { body, fileName } = opened.delivery
      return { ok: true, body, ending: fileName.slice(fileName.lastIndexOf('.')) }
    },
  }
}

function mediaPart(
  post: ExtractedPost,
  file: MediaFile,
  accept: 'image' | 'audio',
  path: string,
): ZipPart {
  return {
    path,
    async open({ method, signal }) {
      const opened = await openFirst(mediaSource, file, post.session, { method, accept, signal })
      if (!opened.ok) return { ok: false, problem: { kind: 'media', failure: opened.failure } }
      const { body, kind } = opened.media
      return { ok: true, body, ending: `.${mediaTypes[kind].extension}` }
    },
  }
}

async function* zipEntries(
  parts: readonly ZipPart[],
  first: OpenedPart,
  request: SaveRequest,
): AsyncGenerator<ZipEntry> {
  for (const [index, { path, open }] of parts.entries()) {
    const opened = index === 0 ? first : await open(request)
    if (!opened.ok || opened.body === null) {
      const why = opened.ok ? 'no_body' : JSON.stringify(opened.problem)
      throw new Error(`A part of the ZIP could not be opened: ${why}`)
    }
    const { body, ending } = opened
    yield { name: path + ending, open: async () => body }
  }
}
