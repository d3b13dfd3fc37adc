import type { Call } from './http.ts'

/** One look-up, as a behaviour sees it. */
export interface Lookup {
  call: Call
  postId: string
  wantsHd: boolean
  /** How often this post was asked for, this time included. */
  times: number
  /** Origin of this service. */
  origin: string
  /** Origin of the media host. */
  media: string
  /** Bytes of a file of the media host by name. */
  sizeOf(name: string): number
}

export type Data = Record<string, unknown>
export type Behaviour = (lookup: Lookup) => void | Promise<void>

export const messages = {
  parsingFailed: 'Url parsing is failed! Please check url.',
  perSecond: 'Free Api Limit: 1 request/second.',
  perDay: 'Free Api Limit: 10000 request/ 1 day.',
}

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Limit-Request-Remaining': '9000',
  'X-Limit-Request-Reset': '3600',
}

export function succeed({ call }: Lookup, data: unknown): void {
  const body = JSON.stringify({ code: 0, msg: 'success', processed_time: 0.3, data })
  call.res.writeHead(200, headers).end(body)
}

export function fail({ call }: Lookup, msg: string): void {
  const body = JSON.stringify({ code: -1, msg, processed_time: 0.05 })
  call.res.writeHead(200, headers).end(body)
}

/** An answer of status 200 that the service sends as it is. */
export function sendBody({ call }: Lookup, body: string): void {
  call.res.writeHead(200, headers).end(body)
}

/** Address of a file of this post on the media host. */
export function address({ media, postId }: Lookup, name: string): string {
  return `${media}/post/${postId}/${name}`
}

/** The same, by way of a fault of the media host, e.g. 'cut/5000'. */
export function faultyAddress(
  { media, postId }: Lookup,
  fault: string,
  name = 'video.mp4',
): string {
  return `${media}/fault/${fault}/post/${postId}/${name}`
}

/** `data` of a plain video with every documented field. */
export function videoData(lookup: Lookup): Data {
  const { postId, sizeOf } = lookup
  const at = (name: string) => address(lookup, name)
  return {
    id: postId,
    region: 'US',
    title: 'Test pattern with a tone #testing',
    cover: at('cover.jpg'),
    origin_cover: at('cover.jpg'),
    duration: 3,
    play: at('video.mp4'),
    wmplay: at('watermarked.mp4'),
    size: sizeOf('video.mp4'),
    wm_size: sizeOf('watermarked.mp4'),
    hd_size: 0,
    music: at('music.mp3'),
    music_info: {
      id: '7111111111111111111',
      title: 'original sound',
      play: at('music.mp3'),
      cover: at('cover.jpg'),
      author: 'The Tester',
      original: true,
      duration: 3,
      album: '',
    },
    play_count: 120_345,
    digg_count: 4_321,
    comment_count: 87,
    share_count: 12,
    create_time: Number(BigInt(postId) >> 32n),
    author: {
      id: '6800000000000000001',
      unique_id: 'tester',
      nickname: 'The Tester',
      avatar: at('avatar.jpg'),
    },
    images: null,
  }
}

/** As videoData, with an HD file when it was asked for. */
export function hdData(lookup: Lookup, name = 'hd.mp4'): Data {
  const data = videoData(lookup)
  if (!lookup.wantsHd) return data
  return { ...data, hdplay: address(lookup, name), hd_size: lookup.sizeOf(name) }
}

/** A slideshow: `play` and its like are then the sound, and there is no duration. */
export function slideshowData(lookup: Lookup, names: string[]): Data {
  const sound = address(lookup, 'music.mp3')
  return {
    ...videoData(lookup),
    duration: 0,
    play: sound,
    wmplay: sound,
    ...(lookup.wantsHd ? { hdplay: sound } : {}),
    size: 0,
    wm_size: 0,
    images: names.map((name) => address(lookup, name)),
  }
}

/** As site-relative addresses, served by the service itself. */
export function siteRelativeData(lookup: Lookup): Data {
  const { postId } = lookup
  return {
    ...videoData(lookup),
    cover: `/video/cover/${postId}.jpg`,
    origin_cover: `/video/cover/${postId}.jpg`,
    play: `/video/media/play/${postId}.mp4`,
    wmplay: `/video/media/wmplay/${postId}.mp4`,
    ...(lookup.wantsHd ? { hdplay: `/video/media/hdplay/${postId}.mp4` } : {}),
    hd_size: lookup.wantsHd ? lookup.sizeOf('hd.mp4') : 0,
    music: `/video/music/${postId}.mp3`,
  }
}

/** Links that are signed until `seconds` from now. */
export function expiringData(lookup: Lookup, seconds: number): Data {
  const until = Math.floor(Date.now() / 1000) + seconds
  const signed = (name: string) =>
    `${address(lookup, name)}?x-expires=${until}&x-signature=c2lnbmVk%3D&lookup=${lookup.times}`
  return {
    ...videoData(lookup),
    cover: signed('cover.jpg'),
    origin_cover: signed('cover.jpg'),
    play: signed('video.mp4'),
    wmplay: signed('watermarked.mp4'),
    music: signed('music.mp3'),
  }
}

/** Optional fields of other types than documented; `play`, `cover` and `title` are good. */
export function oddTypesData(lookup: Lookup): Data {
  return {
    ...videoData(lookup),
    id: Number(lookup.postId),
    region: 7,
    origin_cover: false,
    duration: '3',
    wmplay: null,
    hdplay: 12,
    size: '53132',
    wm_size: {},
    hd_size: [],
    music: [],
    music_info: 'none',
    play_count: '120345',
    digg_count: null,
    comment_count: -1,
    share_count: 1.5,
    create_time: 'yesterday',
    author: 'tester',
    images: 'none',
  }
}
