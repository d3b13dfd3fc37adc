import { z } from 'zod'
import {
  address,
  type JsonObject,
  listOf,
  number,
  objectsIn,
  parseJson,
  text,
} from '#app/download/platforms/answer-json.ts'
import { fileAt, type PostFound } from '#app/download/platforms/found-post.ts'
import type { HostRules } from '#app/download/platforms/hosts.ts'
import { isMetaFile, metaAddress, metaExpiry } from '#app/download/platforms/meta-files.ts'
import { scriptsAbout } from '#app/download/platforms/page-scripts.ts'
import { dataObjects } from '#app/download/platforms/script-object.ts'
import type { MediaFile } from '#app/posts/extracted-post.server.ts'

export const pageHost = 'www.facebook.com'
const shortHost = 'fb.watch'

export const facebookHosts: HostRules = {
  platform: 'facebook',
  isPageHost: (host) => host === pageHost || host === shortHost,
  isFile: isMetaFile,
}

const mostValues = 400_000
const earliestYear = 2007
const longestVideo = 86_400

export type FacebookReading =
  | { kind: 'post'; post: PostFound }
  /** The site asks to sign in instead. */
  | { kind: 'login' }
  /** There is no video: it is private, removed, or may not be embedded. */
  | { kind: 'none' }
  | { kind: 'shape' }

const optional = address.nullable().catch(null)
const Text = z
  .union([z.string(), z.object({ text: z.string() }).transform((one) => one.text)])
  .nullable()
  .catch(null)
const Picture = z.object({ uri: address }).nullable().catch(null)
const Legacy = z.object({ browser_native_hd_url: optional, browser_native_sd_url: optional })
const Progressive = z.object({
  progressive_url: address,
  failure_reason: z.unknown().optional(),
  metadata: z.object({ quality: text }).nullable().catch(null),
})

/** A video as either page has it: the embed's names first, then the other's. */
const Video = Legacy.extend({
  hd_src: optional,
  sd_src: optional,
  videoDeliveryLegacyFields: Legacy.nullable().catch(null),
  videoDeliveryResponseFragment: z
    .object({
      videoDeliveryResponseResult: z.object({ progressive_urls: listOf(Progressive, 20) }),
    })
    .nullable()
    .catch(null),
  title: Text,
  name: Text,
  message: Text,
  savable_description: Text,
  owner: z.object({ name: text }).nullable().catch(null),
  publish_time: number,
  playable_duration_in_ms: number,
  length_in_second: number,
  thumbnailImage: Picture,
  preferred_thumbnail: z.object({ image: Picture }).nullable().catch(null),
})
type Video = z.infer<typeof Video>

/** Reads the embed's page about the video with an id. Never throws. */
export function readEmbed(html: string, id: string): FacebookReading {
  for (const content of scriptsAbout(html, namedBy(id))) {
    for (const data of dataObjects(content, ['hd_src', 'sd_src'])) {
      for (const one of objectsIn(data, { most: mostValues })) {
        const post = idOf(one) === id ? postOf(one, id) : null
        if (post !== null) return { kind: 'post', post }
      }
    }
  }
  return nothing(html, id)
}

/** Reads the page of the video with an id, and no other video on it. Never throws. */
export function readPage(html: string, id: string): FacebookReading {
  for (const content of scriptsAbout(html, namedBy(id))) {
    if (!/browser_native|progressive_url/.test(content)) continue
    for (const one of objectsIn(parseJson(content), { most: mostValues })) {
      const post = idOf(one) === id ? postOf(one, id) : null
      if (post !== null) return { kind: 'post', post }
    }
  }
  return nothing(html, id)
}

function nothing(html: string, id: string): FacebookReading {
  for (const content of scriptsAbout(html, namedBy(id))) {
    if (/fbcdn\.net[^"]{1,300}\.mp4/.test(content)) return { kind: 'shape' }
  }
  return { kind: /\sid="login_form"/.test(html) ? 'login' : 'none' }
}

const namedBy = (id: string) => new RegExp(`(?<!\\d)${id}(?!\\d)`)

function idOf(one: JsonObject): string | null {
  const id = [one.video_id, one.videoId, one.videoID, one.id].find((value) => value !== undefined)
  return typeof id === 'string' ? id : null
}

/** Returns the post with its files. Null if it has none on the site's own hosts. */
function postOf(one: JsonObject, id: string): PostFound | null {
  const { data } = Video.safeParse(one)
  if (data === undefined) return null
  const { hd, sd } = addressesOf(data)
  const video = sd ?? hd
  if (video === null) return null
  const seconds = data.length_in_second ?? (data.playable_duration_in_ms ?? 0) / 1000
  const postedAt = new Date((data.publish_time ?? Number.NaN) * 1000)
  const picture = data.preferred_thumbnail?.image?.uri ?? data.thumbnailImage?.uri ?? ''
  const cover = metaAddress(picture)
  const titles = [data.message, data.savable_description, data.title, data.name]
  return {
    id,
    title: titles.find((title) => title?.trim()) ?? '',
    author: { handle: null, name: data.owner?.name ?? null },
    video,
    hd: sd === null ? null : hd,
    cover: cover === null ? null : fileAt('facebook', cover.href, 'cover'),
    durationSeconds: seconds > 0 && seconds <= longestVideo ? seconds : null,
    postedAt: postedAt.getUTCFullYear() >= earliestYear ? postedAt : null,
    expiresAt: metaExpiry([hd, sd]),
  }
}

/** Returns the two sizes of a video, as far as they are there and not the same. */
function addressesOf(data: Video): { hd: MediaFile | null; sd: MediaFile | null } {
  const { videoDeliveryLegacyFields: legacy, videoDeliveryResponseFragment: fragment } = data
  const listed = (fragment?.videoDeliveryResponseResult.progressive_urls ?? []).filter(
    ({ failure_reason }) => (failure_reason ?? null) === null,
  )
  const progressive = (quality: string) =>
    listed.find(({ metadata }) => metadata?.quality?.toUpperCase() === quality)?.progressive_url ??
    null
  const file = (key: string, all: (string | null | undefined)[]): MediaFile | null => {
    const [own] = all.flatMap((one) => metaAddress(one ?? '') ?? [])
    return own === undefined ? null : fileAt('facebook', own.href, key, { codec: 'h264' })
  }
  const hd = file('hd', [
    data.hd_src,
    legacy?.browser_native_hd_url,
    data.browser_native_hd_url,
    progressive('HD'),
  ])
  const sd = file('sd', [
    data.sd_src,
    legacy?.browser_native_sd_url,
    data.browser_native_sd_url,
    progressive('SD'),
  ])
  const isOne = hd?.addresses[0]?.url === sd?.addresses[0]?.url
  return isOne ? { hd: null, sd } : { hd, sd }
}
