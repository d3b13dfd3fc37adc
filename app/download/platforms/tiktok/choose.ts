import type {
  ExtractedPost,
  GuestSession,
  MediaAddress,
  MediaFile,
} from '#app/posts/extracted-post.server.ts'
import { hostOf, lostFile } from '#app/posts/lost-files.ts'
import { captionTracks } from './captions.ts'
import { type Codec, codecOf } from './codec.ts'
import { CHAIN_TOKEN, type TiktokHosts } from './hosts.ts'
import { isOneTrack, namesOneTrack } from './one-track.ts'
import type { TiktokItem } from './page.ts'

export type ChosenFiles = Pick<
  ExtractedPost,
  'video' | 'hd' | 'sound' | 'cover' | 'images' | 'captions' | 'lost'
>

type Candidate = { file: MediaFile; codec: Codec; shortSide: number; bitrate: number }
type Quality = {
  urls: readonly string[]
  /** The names that the page has for it. */
  names: string
  codec: Codec | null
  width: number | null
  height: number | null
  bitrate: number | null
  bytes: number | null
}
type Video = NonNullable<TiktokItem['video']>

const mostAddresses = 4
const largestHd = 1080
/** For this long a guest's session is relied on. */
const sessionMs = 2 * 60 * 60_000

/**
 * Chooses a post's files: `video` is the best H.264 file with sound, `hd` a playable one with more
 * pixels. Leaves out watermarked, soundless and unplayable files, unknown hosts, and gated
 * addresses if the session has no token for them.
 */
export function chooseFiles(
  item: TiktokItem,
  session: GuestSession | null,
  hosts: TiktokHosts,
): ChosenFiles {
  const usable = (urls: readonly string[]) => chooseAddresses(urls, session, hosts)
  const pictures = pictureUrls(item)
  const coverUrls = [...coversOf(item.video), ...(pictures[0]?.urls ?? [])]
  const cover = fileOf(usable(coverUrls), 'cover')
  if (item.imagePost !== null) {
    const images = pictures.map(({ urls, width, height }, index) => {
      const key = `image-${index + 1}.${width}x${height}`
      return fileOf(usable(urls), key, { width, height }) ?? lostFile(urls[0], key)
    })
    const sounds = [...(item.video?.playAddr ?? []), item.music?.playUrl].filter(isText)
    const sound = fileOf(usable(sounds), 'sound')
    const isLost = sound === null && sounds.length > 0
    const lost = isLost ? { lost: { sound: hostOf(sounds[0]) } } : {}
    return { video: null, hd: null, sound, cover, images, captions: [], ...lost }
  }
  const candidates = item.video === null ? [] : candidatesOf(item.video, usable)
  const best = (among: readonly Candidate[]) => among.toSorted(byQuality)[0]
  const chosen = best(candidates.filter(({ codec }) => codec === 'h264')) ?? best(candidates)
  const hd = best(
    candidates.filter(
      ({ shortSide }) => chosen && shortSide > chosen.shortSide && shortSide <= largestHd,
    ),
  )
  const lost = lostQuality(item.video, (hd ?? chosen)?.shortSide ?? 0, hosts)
  return {
    ...(lost !== null && { lost: { quality: lost } }),
    video: chosen?.file ?? null,
    hd: hd?.file ?? null,
    sound: null,
    cover,
    images: [],
    captions: captionTracks(item.video?.subtitleInfos ?? [], (url) =>
      fileOf(usable([url]), 'captions'),
    ),
  }
}

export function filesOf({ video, hd, sound, cover, images, captions }: ChosenFiles): MediaFile[] {
  const tracks = captions.map(({ file }) => file)
  return [video, hd, sound, cover, ...images, ...tracks].filter((file) => file !== null)
}

/** Returns when the first address or the guest's session expires. Null if unknown. */
export function firstExpiry(
  files: ChosenFiles,
  session: GuestSession | null,
  now: number,
): Date | null {
  const addresses = filesOf(files).flatMap((file) => file.addresses)
  const times = addresses.flatMap(({ url }) => expiriesOf(url))
  const isGuest = addresses.some(({ profile }) => profile === 'tiktok_guest')
  if (session !== null && isGuest) times.push(now + sessionMs)
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** Milliseconds from `expire` and `x-expires` (unix seconds) or `/{md5}/{hex time}/` (old). */
function expiriesOf(address: string): number[] {
  const { searchParams, pathname } = new URL(address)
  const inQuery = ['expire', 'x-expires']
    .map((name) => searchParams.get(name) ?? '')
    .filter((text) => /^[1-9]\d{8,10}$/.test(text))
    .map(Number)
  const hex = /\/[\da-f]{32}\/([\da-f]{8})\//i.exec(pathname)?.[1]
  const inPath = hex === undefined ? [] : [Number.parseInt(hex, 16)]
  return [...inQuery, ...inPath].map((seconds) => seconds * 1000)
}

/** Returns the host of a quality above `shortSide` that is only on unlisted hosts, or null. */
function lostQuality(video: Video | null, shortSide: number, hosts: TiktokHosts): string | null {
  if (video === null) return null
  const isLostAt = (quality: Quality) => {
    const { urls, codec, width, height } = quality
    const side = Math.min(size(width) ?? 0, size(height) ?? 0)
    const isOffered = codec !== null && side > shortSide && side <= largestHd
    const isClip = urls.length > 0 && !hasOneTrack(quality) && !urls.some(isWatermarked)
    return isOffered && isClip && urls.every((url) => hosts.profileOf(url) === null)
  }
  const lost = video.bitrateInfo.map(listedQuality).find(isLostAt)
  return lost === undefined ? null : hostOf(lost.urls[0])
}

function candidatesOf(video: Video, usable: (urls: readonly string[]) => MediaAddress[]) {
  const isMarked = (url: string) => url === video.downloadAddr || isWatermarked(url)
  const qualities = video.bitrateInfo.map(listedQuality)
  // An address of such a file rules out every file with it: the others can lead to the same copy.
  const ofTracks = new Set(qualities.filter(hasOneTrack).flatMap(({ urls }) => urls))
  const candidates = (among: readonly Quality[]) =>
    among.flatMap((quality) => {
      if (hasOneTrack(quality) || quality.urls.some((url) => ofTracks.has(url))) return []
      return candidateOf(quality, usable(quality.urls.filter((url) => !isMarked(url))))
    })
  const listed = candidates(qualities)
  const hasH264 = listed.some(({ codec }) => codec === 'h264')
  return hasH264 ? listed : [...candidates([defaultQuality(video)]), ...listed]
}

function hasOneTrack({ urls, names }: Quality): boolean {
  return namesOneTrack(names) || urls.some(isOneTrack)
}

function listedQuality({
  Bitrate,
  CodecType,
  GearName,
  PlayAddr,
}: Video['bitrateInfo'][number]): Quality {
  const codecName = CodecType ?? PlayAddr?.UrlKey ?? GearName ?? ''
  const isMarked = /watermark|\bwm\b/i.test(`${GearName} ${PlayAddr?.UrlKey}`)
  return {
    urls: isMarked ? [] : (PlayAddr?.UrlList ?? []),
    names: `${CodecType} ${GearName} ${PlayAddr?.UrlKey}`,
    codec: codecOf(codecName),
    width: PlayAddr?.Width ?? null,
    height: PlayAddr?.Height ?? null,
    bitrate: Bitrate,
    bytes: PlayAddr?.DataSize ?? null,
  }
}

/** The file that the page plays by default, H.264 unless another codec is named. */
function defaultQuality({ playAddr, PlayAddrStruct, ...video }: Video): Quality {
  return {
    urls: [...playAddr, ...(PlayAddrStruct?.UrlList ?? [])],
    names: `${video.codecType} ${PlayAddrStruct?.UrlKey}`,
    codec: codecOf(video.codecType ?? 'h264'),
    width: PlayAddrStruct?.Width ?? video.width,
    height: PlayAddrStruct?.Height ?? video.height,
    bitrate: video.bitrate,
    bytes: PlayAddrStruct?.DataSize ?? video.size,
  }
}

function candidateOf(quality: Quality, addresses: MediaAddress[]): Candidate[] {
  const { codec } = quality
  if (codec === null) return []
  const width = size(quality.width)
  const height = size(quality.height)
  const bitrate = size(quality.bitrate) ?? 0
  const bytes = size(quality.bytes)
  const key = `${codec}.${width}x${height}.${bitrate}.${bytes}`
  const file = fileOf(addresses, key, { codec, width, height, bytes })
  return file === null
    ? []
    : [{ file, codec, shortSide: Math.min(width ?? 0, height ?? 0), bitrate }]
}

/** Most pixels first, then H.264, which all players support, then the higher bitrate. */
function byQuality(a: Candidate, b: Candidate): number {
  const codec = Number(b.codec === 'h264') - Number(a.codec === 'h264')
  return b.shortSide - a.shortSide || codec || b.bitrate - a.bitrate
}

function fileOf(
  addresses: MediaAddress[],
  variantKey: string,
  known: Partial<MediaFile> = {},
): MediaFile | null {
  if (addresses.length === 0) return null
  const unknown = { bytes: null, codec: null, width: null, height: null }
  return { ...unknown, ...known, addresses, variantKey }
}

const order = { tiktok_open: 0, tiktok_cdn: 1, tiktok_guest: 2 } as const

/** Returns up to four permitted addresses, those that need no token first. */
function chooseAddresses(
  urls: readonly string[],
  session: GuestSession | null,
  hosts: TiktokHosts,
): MediaAddress[] {
  const hasToken = session?.cookies[CHAIN_TOKEN] !== undefined
  return [...new Set(urls)]
    .flatMap((url) => {
      const profile = hosts.profileOf(url)
      const isClosed = profile === 'tiktok_guest' && !hasToken
      return profile === null || isClosed || isWatermarked(url) ? [] : [{ url, profile }]
    })
    .toSorted((a, b) => order[a.profile] - order[b.profile])
    .slice(0, mostAddresses)
}

function pictureUrls({ imagePost }: TiktokItem) {
  return (imagePost?.images ?? []).map((image) => {
    const urls = (image.imageURL ?? image.displayImage)?.urlList ?? []
    // JPEG first: every program opens it.
    const isJpeg = (url: string) => /\.jpe?g(?:\?|$)/i.test(url)
    const sorted = urls.toSorted((a, b) => Number(isJpeg(b)) - Number(isJpeg(a)))
    return { urls: sorted, width: size(image.imageWidth), height: size(image.imageHeight) }
  })
}

/** Returns the cover's addresses, the largest picture first and the animated one last. */
function coversOf(video: Video | null): string[] {
  if (video === null) return []
  const { originCover, cover, dynamicCover, zoomCover } = video
  const still = [originCover, ...Object.values(zoomCover), cover].filter(isText)
  const sorted = still.toSorted((a, b) => pictureSize(b) - pictureSize(a))
  return [...sorted, dynamicCover].filter(isText)
}

/** The longer side that an address scales the picture to; 0 if it names none. */
function pictureSize(url: string): number {
  const scaling = /~tplv-([^?]*)/.exec(url)?.[1] ?? ''
  if (/-origin\b/.test(scaling)) return Infinity
  const sides = /:(\d{1,5}):(\d{1,5})|-(\d{1,5})p\b/.exec(scaling)?.slice(1) ?? []
  return Math.max(0, ...sides.map((side) => Number(side ?? 0)))
}

function isWatermarked(url: string): boolean {
  return URL.canParse(url) && /\/playwm\b/i.test(new URL(url).pathname)
}

function size(value: number | null): number | null {
  return value !== null && Number.isSafeInteger(value) && value > 0 ? value : null
}

function isText(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value !== ''
}
