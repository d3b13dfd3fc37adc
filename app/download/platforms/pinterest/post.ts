import { z } from 'zod'
import {
  address,
  count,
  isObject,
  type JsonObject,
  listOf,
  number,
  objectsIn,
  parseJson,
  pixels,
  text,
} from '#app/download/platforms/answer-json.ts'
import { fileAt, type PostFound } from '#app/download/platforms/found-post.ts'
import { ownAddress } from '#app/download/platforms/hosts.ts'
import { linksAt, otherSite } from '#app/download/platforms/links.ts'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import type { MediaFile } from '#app/posts/extracted-post.server.ts'
import { isLost, lostFile } from '#app/posts/lost-files.ts'
import { pinterestHosts, videoHost } from './hosts.ts'

/** Bounds the search in an answer made to take long. */
const most = 20_000
const mostVideos = 20
const mostPictures = 100
const earliestYear = 2009
/** In names of files that few devices play. */
const oddCodec = /hevc|av1|vp9/i

/** A video as it is listed: MP4 files, or only a playlist. */
export type PinVideo = {
  /** Its place among the pin's files. */
  at: number
  files: MediaFile[]
  /** The address of an HLS playlist that lists the video's sizes. */
  playlist: string | null
  cover: MediaFile | null
  durationSeconds: number | null
}

/** A pin whose videos' files aren't chosen yet. */
export type Pin = {
  known: Pick<PostFound, 'id' | 'title' | 'author' | 'postedAt' | 'counts'>
  videos: PinVideo[]
  pictures: { at: number; file: MediaFile }[]
  cover: MediaFile | null
}

export type PinReading =
  | { kind: 'pin'; pin: Pin }
  | { kind: 'gone' }
  /** The pin shows another site's video. */
  | { kind: 'foreign'; site: string }
  /** There are only files that few devices play. */
  | { kind: 'unplayable' }
  | { kind: 'shape' }

const Pictures = z.record(z.string(), z.unknown()).catch({})
const Person = z.object({ username: text, full_name: text }).nullable().catch(null)
const WithPictures = z.object({ images: Pictures }).nullable().catch(null)
const WithVideos = z
  .object({ video_list: z.record(z.string(), z.unknown()) })
  .nullable()
  .catch(null)
const Size = z.object({ url: address, width: pixels, height: pixels })
const Listed = Size.extend({ duration: number, thumbnail: text })

const PinData = z.object({
  title: text,
  grid_title: text,
  description: text,
  created_at: text,
  domain: text,
  pinner: Person,
  native_creator: Person,
  images: Pictures,
  embed: z.object({ src: text, type: text }).nullable().catch(null),
  story_pin_data: z
    .object({
      pages: listOf(
        z.object({
          blocks: listOf(z.object({ image: WithPictures, video: WithVideos }), mostPictures),
        }),
        mostPictures,
      ),
    })
    .nullable()
    .catch(null),
  carousel_data: z
    .object({ carousel_slots: listOf(z.object({ images: Pictures }), mostPictures) })
    .nullable()
    .catch(null),
  repin_count: count,
  comment_count: count,
})
type PinData = z.infer<typeof PinData>
type ListedFile = z.infer<typeof Listed> & { key: string }

/**
 * Reads a pin from either answer, the site's own or the widget's: its data is the object with the
 * asked id, wherever it is. Never throws.
 */
export function readPin(json: string, id: string): PinReading {
  const answer = parseJson(json)
  const isPin = (one: JsonObject) => one.id === id && ('images' in one || 'videos' in one)
  const raw = [...objectsIn(answer, { enters: (one) => one.id === id || !isPost(one), most })].find(
    isPin,
  )
  if (raw === undefined) return { kind: saysGone(answer, id) ? 'gone' : 'shape' }
  const data = PinData.parse(raw)
  const { videos, hasUnplayable } = videosOf(raw, namesByBlock(data))
  const site = videos.length === 0 ? foreignSite(data) : null
  if (site !== null) return { kind: 'foreign', site }
  if (videos.length === 0 && hasUnplayable) return { kind: 'unplayable' }
  const cover = pictureOf(data.images, 'cover')
  const pictures = picturesOf(data)
  const isSingle = videos.length === 0 && pictures.length === 0
  const files = (isSingle ? [{ at: 0, images: data.images }] : pictures).map(
    ({ at, images }, index) => {
      const key = `image-${index + 1}`
      return { at, file: pictureOf(images, key) ?? lostFile(firstUrl(images), key) }
    },
  )
  if (videos.length === 0 && files.every(({ file }) => isLost(file))) return { kind: 'shape' }
  return {
    kind: 'pin',
    pin: { known: { id, ...factsOf(data) }, videos, pictures: files.slice(0, mostPictures), cover },
  }
}

/** True for an answer that says in its own words that there is no such pin. */
function saysGone(answer: unknown, id: string): boolean {
  const data = field(answer, 'data')
  if (Array.isArray(data)) {
    const [first] = data
    return data.length === 0 || (isObject(first) && first.id === id && isObject(first.error))
  }
  const response = field(answer, 'resource_response')
  const error = field(response, 'error')
  return [field(response, 'http_status'), field(error, 'http_status')].includes(404)
}

function factsOf(data: PinData): Omit<Pin['known'], 'id'> {
  const person = data.native_creator ?? data.pinner
  const handle = person?.username ?? ''
  const postedAt = new Date(data.created_at ?? Number.NaN)
  return {
    title: [data.title, data.grid_title, data.description].find((one) => one?.trim()) ?? '',
    author: {
      handle: /^[\w.-]{1,80}$/.test(handle) ? handle : null,
      name: person?.full_name ?? null,
    },
    postedAt: postedAt.getUTCFullYear() >= earliestYear ? postedAt : null,
    counts: {
      plays: null,
      likes: null,
      comments: data.comment_count,
      shares: data.repin_count,
    },
  }
}

/** Returns the site whose video a pin shows. Null for the platform's own, and for its GIFs. */
function foreignSite({ embed, domain }: PinData): string | null {
  if (domain?.toLowerCase() === 'uploaded by user' || embed?.type === 'gif') return null
  const host = URL.parse(embed?.src ?? '')?.hostname ?? ''
  if (host === '' || ownAddress(pinterestHosts, embed?.src ?? '') !== null) return null
  const platform = linksAt(host)?.platform
  return platform === undefined ? (otherSite(host) ?? host.slice(0, 100)) : platformTitles[platform]
}

/**
 * Returns the videos below a pin's data, in order. The same one can be listed in several places,
 * each with other files, which a common name or address tells.
 */
function videosOf(
  raw: JsonObject,
  blocks: readonly string[][],
): { videos: PinVideo[]; hasUnplayable: boolean } {
  const lists = new Map<string, ListedFile[]>()
  let hasUnplayable = false
  for (const { video_list } of objectsIn(raw, {
    enters: (one) => one === raw || !isPost(one),
    most,
  })) {
    const all = isObject(video_list) ? listedFiles(video_list) : []
    const listed = all.filter(({ key, url }) => !oddCodec.test(`${key} ${url}`))
    hasUnplayable ||= listed.length < all.length
    const [first] = listed
    if (first === undefined) continue
    const names = listed.map(({ url }) => nameOf(url))
    const name = names.find((one) => lists.has(one)) ?? nameOf(first.url)
    lists.set(name, [...(lists.get(name) ?? []), ...listed])
  }
  const videos = [...lists.values()].slice(0, mostVideos).map((listed, index) => {
    const names = listed.map(({ url }) => nameOf(url))
    const at = blocks.findIndex((block) => block.some((name) => names.includes(name)))
    return { at, ...videoOf(listed, `video-${index + 1}`) }
  })
  return { videos, hasUnplayable }
}

/** Returns the files and playlists on the platform's own host. */
function listedFiles(list: JsonObject): ListedFile[] {
  return Object.entries(list).flatMap(([key, value]) => {
    const { data } = Listed.safeParse(value)
    const own = data === undefined ? null : ownAddress(pinterestHosts, data.url)
    if (data === undefined || own?.hostname !== videoHost) return []
    if (!/\.(?:mp4|m3u8)$/.test(own.pathname)) return []
    return [{ ...data, key, url: own.origin + own.pathname }]
  })
}

function videoOf(listed: ListedFile[], prefix: string): Omit<PinVideo, 'at'> {
  const files = new Map<string, MediaFile>()
  for (const { key, url, width, height } of listed) {
    if (!url.endsWith('.mp4') || files.has(url)) continue
    const known = { codec: 'h264', width, height } as const
    files.set(url, fileAt('pinterest', url, `${prefix}.${key}`.slice(0, 100), known))
  }
  const [playlist] = listed
    .filter(({ url }) => url.endsWith('.m3u8'))
    .toSorted((a, b) => area(b) - area(a))
  const milliseconds = listed.map(({ duration }) => duration ?? 0).find((value) => value > 0)
  const thumbnail = listed
    .map((file) => file.thumbnail ?? '')
    .find((url) => ownAddress(pinterestHosts, url))
  return {
    files: [...files.values()],
    playlist: playlist?.url ?? null,
    cover: thumbnail === undefined ? null : fileAt('pinterest', thumbnail, `cover-${prefix}`),
    durationSeconds: milliseconds === undefined ? null : Math.min(milliseconds / 1000, 86_400),
  }
}

/** Returns the name that all files of a video share, or the address. */
function nameOf(url: string): string {
  return /[\da-f]{32}/.exec(url)?.[0] ?? url
}

/** Returns the pictures of an idea pin's pages, or of a carousel. */
function picturesOf(data: PinData): { at: number; images: JsonObject }[] {
  const slots = (data.carousel_data?.carousel_slots ?? []).map(({ images }) => images)
  return [...blocksOf(data).map(({ image }) => image?.images), ...slots].flatMap((images, at) =>
    images === undefined ? [] : [{ at, images }],
  )
}

/** Returns the names of the files of the videos in each block of an idea pin's pages. */
function namesByBlock(data: PinData): string[][] {
  return blocksOf(data).map(({ video }) =>
    listedFiles(video?.video_list ?? {}).map(({ url }) => nameOf(url)),
  )
}

function blocksOf({ story_pin_data }: PinData) {
  return (story_pin_data?.pages ?? []).flatMap(({ blocks }) => blocks)
}

/** Returns the uploaded picture, or the largest of those that are listed. Null without one. */
function pictureOf(images: JsonObject, key: string): MediaFile | null {
  const listed = Object.entries(images).flatMap(([name, value]) => {
    const { data } = Size.safeParse(value)
    return data === undefined || ownAddress(pinterestHosts, data.url) === null
      ? []
      : [{ name, ...data }]
  })
  const uploaded = listed.find(({ name }) => name === 'orig' || name === 'originals')
  const picture = uploaded ?? listed.toSorted((a, b) => area(b) - area(a))[0]
  if (picture === undefined) return null
  const { url, width, height } = picture
  return fileAt('pinterest', url, key, { width, height })
}

function firstUrl(images: JsonObject): string | null {
  return Object.values(images).map((value) => Size.safeParse(value).data?.url)[0] ?? null
}

function area({ width, height }: { width: number | null; height: number | null }): number {
  return (width ?? 0) * (height ?? 0)
}

/** True for an object that is a pin, or a board, of its own. */
function isPost(one: JsonObject): boolean {
  return (
    typeof one.id === 'string' && ['pinner', 'native_creator', 'owner'].some((key) => key in one)
  )
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}
