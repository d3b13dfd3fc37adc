import { Readable } from 'node:stream'
import { openMedia } from '#app/download/join/open-media.server.ts'
import type { LookupOutcome } from '#app/download/lookup/lookup.server.ts'
import { postFacts } from '#app/download/lookup/post-facts.server.ts'
import { itemsOf, videosIn, withVideo } from '#app/download/lookup/post-item.ts'
import { mediaTypes } from '#app/download/media/media-type.ts'
import { type ZipEntry, zipStream } from '#app/download/media/zip.server.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { log } from '#app/observe/log.server.ts'
import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'
import { isLost } from '#app/posts/lost-files.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import { entryName, filePaths, fileStem, soundPath } from './file-stem.server.ts'
import { problemAnswer } from './save-problem.server.ts'
import {
  isDeadAddress,
  madeFile,
  type SaveProblem,
  type SaveRequest,
  type SaveResult,
} from './save-result.server.ts'

type OpenVideo = (
  post: ExtractedPost,
  format: 'mp4' | 'hd',
  item: number,
  request: SaveRequest,
) => Promise<SaveResult>

type ZipWays = {
  openVideo: OpenVideo
  /** Looks the post up again. */
  refresh: () => Promise<LookupOutcome>
}

type Refused = Extract<SaveResult, { ok: false }>
/** `ending` has a full stop. */
type OpenedPart = { ok: true; body: Readable | null; ending: string }
type FirstPart = OpenedPart & { index: number }

/** `path` is without the extension. `post` can be from a later look-up than the path. */
type ZipPart = {
  path: string
  open: (post: ExtractedPost, request: SaveRequest) => Promise<OpenedPart | Refused>
}

/**
 * Opens a ZIP of all of a post's files, or of the chosen images. Its videos come from `openVideo`.
 * Files that fail or break off, after one new look-up for all of them, are listed in
 * `not-saved.txt`. Refused only if there is none.
 */
export async function openZip(
  post: ExtractedPost,
  request: SaveRequest,
  ways: ZipWays,
): Promise<SaveResult> {
  const parts = zipParts(post, request, ways.openVideo)
  if (parts.length === 0) return { ok: false, problem: { kind: 'no_such_file' } }
  const delivery = {
    ...madeFile(`${fileStem(postFacts(post), request.fileNames)}.zip`, 'application/zip'),
    body: null,
  }
  const zip = new PostZip(post, request, ways.refresh)
  // The first file is opened before the headers are sent, since without any there is no ZIP.
  const first = await zip.openFirst(parts)
  if (!first.ok) return first
  if (request.method === 'HEAD') {
    first.body?.destroy()
    return { ok: true, delivery }
  }
  const body = zipStream(zip.entries(parts, first), request.signal)
  return { ok: true, delivery: { ...delivery, body } }
}

/** The files of one ZIP that were opened, and those that it's without. */
class PostZip {
  #post: ExtractedPost
  readonly #request: SaveRequest
  readonly #refresh: ZipWays['refresh']
  #isRefreshed = false
  #refreshProblem: Refused | null = null
  readonly #missing: string[] = []

  constructor(post: ExtractedPost, request: SaveRequest, refresh: ZipWays['refresh']) {
    this.#post = post
    this.#request = request
    this.#refresh = refresh
  }

  /** Opens the first part that can be opened, or returns the first one's problem. */
  async openFirst(parts: readonly ZipPart[]): Promise<FirstPart | Refused> {
    let problem: Refused | null = null
    for (const [index, part] of parts.entries()) {
      const opened = await this.#open(part)
      if (opened.ok) return { ...opened, index }
      problem ??= opened
      if (this.#request.signal.aborted) break
    }
    return this.#refreshProblem ?? problem ?? noSuchFile
  }

  async *entries(parts: readonly ZipPart[], first: FirstPart): AsyncGenerator<ZipEntry> {
    for (const [index, part] of parts.entries()) {
      if (index < first.index) continue
      const opened = index === first.index ? first : await this.#open(part)
      if (!opened.ok) continue
      const { body, ending } = opened
      yield {
        name: part.path + ending,
        open: async () => body ?? Readable.from([]),
        ended: (error) => {
          if (error !== null) this.#leaveOut(part, { kind: 'media', failure: 'unavailable' }, error)
        },
      }
    }
    if (this.#missing.length === 0) return
    const { filesNotSaved } = catalogue(defaultLanguage()).batch
    const text = [filesNotSaved, '', ...this.#missing, ''].join('\r\n')
    yield { name: 'not-saved.txt', open: async () => Readable.from([Buffer.from(text)]) }
  }

  async #open(part: ZipPart): Promise<OpenedPart | Refused> {
    let opened = await part.open(this.#post, this.#request)
    if (!opened.ok && isDeadAddress(opened.problem) && !this.#isRefreshed) {
      this.#isRefreshed = true
      const again = await this.#refresh()
      if (again.ok) {
        this.#post = again.post
        opened = await part.open(again.post, this.#request)
      } else {
        this.#refreshProblem = { ok: false, problem: { kind: 'lookup', problem: again.problem } }
      }
    }
    if (!opened.ok) this.#leaveOut(part, opened.problem)
    return opened
  }

  #leaveOut({ path }: ZipPart, problem: SaveProblem, error?: unknown): void {
    const { signal, postId } = this.#request
    if (signal.aborted) return
    log.warn({ postId, path, problem, err: error }, 'a file of a ZIP was left out')
    const { name } = problemAnswer(problem).problem
    const title = catalogue(defaultLanguage()).saveProblem[`${name}Title`]
    this.#missing.push(`${path}: ${title}`)
  }
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
  const all = items.map(({ kind, number }, index) => {
    const path = paths[index] ?? folder
    const part =
      kind === 'video'
        ? videoPart(number, path, openVideo)
        : mediaPart((one) => one.images[number - 1], 'image', path)
    return { kind, number, part }
  })
  if (chosen.some((number) => number > images.length)) return []
  const parts = all
    .filter(
      ({ kind, number }) => chosen.length === 0 || (kind === 'image' && chosen.includes(number)),
    )
    .map(({ part }) => part)
  if (chosen.length > 0) return parts
  // A post of one video has none.
  if (images.every(isLost) && videosIn(post) < 2) return []
  if (sound === null) return parts
  return [...parts, mediaPart((one) => one.sound, 'audio', soundPath(folder))]
}

const noSuchFile: Refused = { ok: false, problem: { kind: 'no_such_file' } }

/** The best file that plays everywhere. */
function videoPart(item: number, path: string, openVideo: OpenVideo): ZipPart {
  return {
    path,
    async open(post, request) {
      const one = withVideo(post, item)
      if (one === null) return noSuchFile
      const format = one.hd?.codec === 'h264' ? 'hd' : 'mp4'
      const opened = await openVideo(one, format, item, request)
      if (!opened.ok) return opened
      const { body, fileName } = opened.delivery
      return { ok: true, body, ending: fileName.slice(fileName.lastIndexOf('.')) }
    },
  }
}

function mediaPart(
  fileIn: (post: ExtractedPost) => MediaFile | null | undefined,
  accept: 'image' | 'audio',
  path: string,
): ZipPart {
  return {
    path,
    async open(post, { method, signal }) {
      const file = fileIn(post) ?? null
      if (file === null || isLost(file)) return noSuchFile
      const opened = await openMedia(file, post.session, { method, accept, signal })
      if (!opened.ok) return { ok: false, problem: { kind: 'media', failure: opened.failure } }
      const { body, kind } = opened.media
      return { ok: true, body, ending: `.${mediaTypes[kind].extension}` }
    },
  }
}
