import { canMakeMp3, mediaEngine } from '#app/download/engine/engines.server.ts'
import type { OpenMedia } from '#app/download/engine/source-bytes.server.ts'
import { openMedia } from '#app/download/join/open-media.server.ts'
import {
  type LookupOutcome,
  postForSave,
  refreshedPost,
} from '#app/download/lookup/lookup.server.ts'
import type { LookupAsker } from '#app/download/lookup/lookup-askers.server.ts'
import { pictureQuality, postFacts } from '#app/download/lookup/post-facts.server.ts'
import { withVideo } from '#app/download/lookup/post-item.ts'
import { parseContentRange } from '#app/download/media/byte-range.ts'
import type { OpenedMedia } from '#app/download/media/media.server.ts'
import { mediaTypes } from '#app/download/media/media-type.ts'
import { log } from '#app/observe/log.server.ts'
import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'
import { isLost } from '#app/posts/lost-files.ts'
import {
  captionsOf,
  formatOf,
  imageIndex,
  type PlainFormat,
  splitFormat,
} from '#app/posts/save-format.ts'
import { settings } from '#app/settings/settings.server.ts'
import { fileStem } from './file-stem.server.ts'
import { fileTags } from './file-tags.server.ts'
import { openPartFile } from './part-file.server.ts'
import { openCaptions } from './save-captions.server.ts'
import {
  isDeadAddress,
  madeFile,
  mediaProblem,
  type SaveRequest,
  type SaveResult,
  wholeFile,
} from './save-result.server.ts'
import { openZip } from './save-zip.server.ts'
import type { Piece } from './sent-spans.ts'
import { isOtherVariant } from './sent-variants.server.ts'

type FindPost = (postId: string, signal: AbortSignal, asker: LookupAsker) => Promise<LookupOutcome>

/** Finds a post, or finds it again once its addresses are dead. */
type PostFinder = { find: FindPost; refresh: FindPost }

const forVisitors: PostFinder = { find: postForSave, refresh: refreshedPost }

/** Opens a post's file for delivery. A dead address is looked up again, once. */
export async function openSave(
  asked: SaveRequest,
  { find, refresh }: PostFinder = forVisitors,
): Promise<SaveResult> {
  const { plain: format, item } = splitFormat(asked.format)
  const request = { ...asked, format, item }
  const outcome = await find(request.postId, request.signal, request.asker)
  if (!outcome.ok) return { ok: false, problem: { kind: 'lookup', problem: outcome.problem } }
  const post = withVideo(outcome.post, item)
  if (post === null) return { ok: false, problem: { kind: 'no_such_file' } }
  const file = fileFor(post, format)
  if (isOther(request, file)) return notSatisfiable(null)
  const lookUpAgain = () => refresh(request.postId, request.signal, request.asker)
  if (format === 'zip') {
    return openZip(post, request, { openVideo: openWhole, refresh: lookUpAgain })
  }
  const first = await openFormat(post, file, request)
  if (first.ok || !isDeadAddress(first.problem)) return first
  const again = await lookUpAgain()
  if (!again.ok) return { ok: false, problem: { kind: 'lookup', problem: again.problem } }
  const found = withVideo(again.post, item)
  if (found === null) return { ok: false, problem: { kind: 'no_such_file' } }
  const same = sameFile(found, format, file)
  if (isOther(request, same)) return notSatisfiable(null)
  return openFormat(found, same, request)
}

/** A request for a file of one of a post's videos. */
type VideoRequest = SaveRequest & { format: PlainFormat; item: number }

/** Returns the file that a format is made from. Null for a ZIP, or if there is none. */
function fileFor(post: ExtractedPost, format: PlainFormat): MediaFile | null {
  if (format === 'mp4') return post.video
  if (format === 'hd') return post.hd
  if (format === 'mp3' || format === 'm4a') return post.sound ?? post.video
  if (format === 'cover') return post.cover
  const captions = captionsOf(format)
  if (captions !== null) {
    return post.captions.find(({ language }) => language === captions.language)?.file ?? null
  }
  const image = post.images[imageIndex(format) ?? -1]
  return format === 'zip' || image === undefined || isLost(image) ? null : image
}

/** Returns a new look-up's file of the same variant as before, in whichever format it is now. */
function sameFile(post: ExtractedPost, format: PlainFormat, before: MediaFile | null) {
  const file = fileFor(post, format)
  const isVideo = format === 'mp4' || format === 'hd'
  const offered = isVideo ? [post.video, post.hd] : []
  return offered.find((one) => one?.variantKey === before?.variantKey) ?? file
}

function openFormat(
  post: ExtractedPost,
  file: MediaFile | null,
  request: VideoRequest,
): Promise<SaveResult> {
  const { format, part } = request
  const isVideo = format === 'mp4' || format === 'hd'
  const isTagged = isVideo && settings().tagVideos
  if (format === 'm4a' || isTagged || (isVideo && part !== null)) {
    return openPart(post, file, request)
  }
  if (format === 'mp3') return openSound(post, file, request)
  const captions = captionsOf(format)
  const stem = stemFor(post, file, request)
  if (captions !== null) return openCaptions(post, file, { ...captions, stem }, request)
  const isPicture = format === 'cover' || imageIndex(format) !== null
  return openFile(post, file, isPicture ? 'image' : 'video', stem, request)
}

/** Opens one of a post's videos for a ZIP. `item` is its number. */
function openWhole(
  post: ExtractedPost,
  format: 'mp4' | 'hd',
  item: number,
  request: SaveRequest,
): Promise<SaveResult> {
  return openFormat(post, fileFor(post, format), { ...request, ...wholeFile, format, item })
}

function stemFor(post: ExtractedPost, file: MediaFile | null, request: VideoRequest): string {
  const { format, item, part, kbps, fileNames } = request
  const captions = captionsOf(format)
  const index = imageIndex(format)
  const isVideo = format === 'mp4' || format === 'hd'
  const ofVideo = isVideo ? (pictureQuality(file) ?? '') : ''
  const endings = [
    index !== null && `_${index + 1}`,
    item > 1 && `_${item}`,
    format === 'cover' && '_cover',
    captions !== null && `_${captions.language}`,
    part !== null && '_cut',
  ]
  // A sound file can be an MP3 already, of another rate.
  const isEncoded = format === 'mp3' && post.sound === null
  return fileStem(postFacts(post), fileNames, {
    quality: isEncoded ? `${kbps ?? settings().mp3Rate}kbps` : ofVideo,
    suffix: endings.filter((ending) => ending !== false).join(''),
  })
}

/** Opens a file that is planned from the source's index: a part, its sound as it is, or tagged. */
async function openPart(
  post: ExtractedPost,
  file: MediaFile | null,
  request: VideoRequest,
): Promise<SaveResult> {
  if (file === null) return { ok: false, problem: { kind: 'no_such_file' } }
  const { format, part } = request
  const isSound = format === 'm4a'
  const { contentType, extension } = mediaTypes[isSound ? 'm4a' : 'mp4']
  const stem = stemFor(post, file, request)
  const { tagSounds, tagVideos } = settings()
  const isTagged = isSound ? tagSounds : tagVideos
  return openPartFile(
    {
      file,
      contentType,
      session: post.session,
      key: keyOf(request),
      fileName: `${stem}.${extension}`,
      accept: isSound && post.sound !== null ? 'audio' : 'video',
      order: { fromMs: 0, toMs: null, ...part, tracks: isSound ? 'sound' : 'all' },
      tagged: isTagged ? post : null,
      // Untagged rather than not at all.
      otherwise:
        isSound || part !== null ? null : () => openFile(post, file, 'video', stem, request),
    },
    request,
  )
}

function keyOf({ postId, format, item, part }: VideoRequest): string {
  const file = `${postId}/${formatOf(format, item)}`
  return part === null ? file : `${file}/${part.fromMs}-${part.toMs}`
}

/** MP3s are never sent in parts. */
function isOther(request: VideoRequest, file: MediaFile | null): boolean {
  if (file === null || request.format === 'mp3') return false
  return isOtherVariant(keyOf(request), file.variantKey, request)
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
  const opened = await openMedia(file, session, asked)
  if (!opened.ok) {
    const { failure, totalBytes = null } = opened
    return failure === 'range_not_satisfiable' ? notSatisfiable(totalBytes) : mediaProblem(failure)
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

const maxSoundSeconds = 3600

async function openSound(
  post: ExtractedPost,
  file: MediaFile | null,
  request: VideoRequest,
): Promise<SaveResult> {
  if (file === null || !canMakeMp3()) return { ok: false, problem: { kind: 'no_such_file' } }
  const { part } = request
  const delivery = { ...madeFile(`${stemFor(post, file, request)}.mp3`, 'audio/mpeg'), body: null }
  const accept = post.sound === null ? 'video' : 'audio'
  const { method, signal } = request
  const open: OpenMedia = (ask) =>
    openMedia(file, post.session, { method, accept, tracks: 'sound', ...ask })
  if (method === 'HEAD') {
    const head = await open({ range: null, ifRange: null, signal })
    return head.ok ? { ok: true, delivery } : mediaProblem(head.failure)
  }
  const tags = settings().tagSounds ? fileTags(post) : {}
  const kbps = Number(request.kbps ?? settings().mp3Rate)
  const job = { name: 'mp3', tags, kbps, part, maxSeconds: maxSoundSeconds } as const
  const { network } = request.asker
  const sound = await mediaEngine.run(job, open, { signal, network })
  if (sound.ok) return { ok: true, delivery: { ...delivery, body: sound.stream } }
  if (sound.media !== undefined) return mediaProblem(sound.media)
  const { reason: failure, detail, retryAfterSeconds = null } = sound
  if (failure === 'past_end') return { ok: false, problem: { kind: 'past_end' } }
  if (failure !== 'aborted') log.warn({ postId: post.postId, failure, detail }, 'no MP3 made')
  return { ok: false, problem: { kind: 'audio', failure, retryAfterSeconds } }
}
