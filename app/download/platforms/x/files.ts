import { z } from 'zod'
import { count, listOf, text } from '#app/download/platforms/answer-json.ts'
import { chooseByHeight } from '#app/download/platforms/choose-by-height.ts'
import { byKind, type FoundFile, fileAt } from '#app/download/platforms/found-post.ts'
import type { MediaFile, NotFoundReason, PostVideo } from '#app/posts/extracted-post.server.ts'
import { lostFile } from '#app/posts/lost-files.ts'
import { isXFile } from './hosts.ts'

const Size = z.object({ width: count, height: count }).nullable().catch(null)

export const Media = z.object({
  type: text,
  media_url_https: text,
  original_info: Size,
  ext_media_availability: z.object({ status: text }).nullable().catch(null),
  video_info: z
    .object({
      duration_millis: count,
      variants: listOf(z.object({ content_type: text, bitrate: count, url: text })),
    })
    .nullable()
    .catch(null),
})

/** The first video once more, in fewer words. */
export const Video = z
  .object({
    poster: text,
    durationMs: count,
    variants: listOf(z.object({ type: text, src: text })),
  })
  .nullable()
  .catch(null)

export const Photo = z.object({ url: text, width: count, height: count })

type Media = z.infer<typeof Media>

type WithMedia = {
  mediaDetails: Media[]
  video: z.infer<typeof Video>
  photos: z.infer<typeof Photo>[]
}

type Files = ReturnType<typeof byKind> & {
  /** True if the post names no file at all, not even one that can't be had. */
  isEmpty: boolean
  /** Why there are no files, if there are none. */
  nothing: { reason: NotFoundReason; platformCode: string }
}

/** Seconds; longer ones are errors. */
const longestVideo = 86_400
const otherCodec = /\/(?:hevc|hvc1|hev1|vp0?9|av0?1)\//i

/** Returns the files of a post that are on X's own hosts, in the post's order. */
export function filesOf(post: WithMedia): Files {
  const listed = post.mediaDetails.length > 0 ? post.mediaDetails : shortMedia(post)
  const usable = listed.filter((media) => media.ext_media_availability?.status !== 'Unavailable')
  const found = usable.flatMap((media): FoundFile[] =>
    media.type === 'photo'
      ? [{ kind: 'image', file: pictureOrLost(media) }]
      : videoOf(media).map((file) => ({ kind: 'video', file })),
  )
  const isEmpty = listed.length === 0
  return { ...byKind(found), isEmpty, nothing: nothingIn(isEmpty, usable) }
}

function nothingIn(isEmpty: boolean, usable: readonly Media[]): Files['nothing'] {
  if (isEmpty) return { reason: 'unsupported', platformCode: 'text only' }
  return usable.length === 0
    ? { reason: 'restricted', platformCode: 'unavailable' }
    : { reason: 'unsupported', platformCode: 'no file' }
}

function shortMedia({ video, photos }: WithMedia): Media[] {
  const unknown = { original_info: null, ext_media_availability: null, video_info: null }
  const pictures = photos.map(({ url, ...original_info }) => ({
    ...unknown,
    type: 'photo',
    media_url_https: url,
    original_info,
  }))
  if (video === null) return pictures
  const variants = video.variants.map(({ type, src }) => ({
    content_type: type,
    bitrate: null,
    url: src,
  }))
  const first = {
    ...unknown,
    type: 'video',
    media_url_https: video.poster,
    video_info: { duration_millis: video.durationMs, variants },
  }
  return [first, ...pictures]
}

function videoOf({ type, media_url_https, original_info, video_info }: Media): PostVideo[] {
  const files = (video_info?.variants ?? [])
    .filter(({ content_type }) => content_type === 'video/mp4')
    .toSorted((a, b) => (b.bitrate ?? 0) - (a.bitrate ?? 0))
    .flatMap(({ url }) => videoFile(url, original_info))
  const chosen = chooseByHeight(files)
  if (chosen === null) return []
  const seconds = (video_info?.duration_millis ?? 0) / 1000
  return [
    {
      ...chosen,
      cover: pictureOf(media_url_https, null)[0] ?? null,
      captions: [],
      durationSeconds: seconds > 0 && seconds <= longestVideo ? seconds : null,
      isSilent: type === 'animated_gif',
    },
  ]
}

function videoFile(address: string | null, original: z.infer<typeof Size>): MediaFile[] {
  const url = address === null ? null : URL.parse(address)
  if (url === null || !isXFile(url) || url.hostname !== 'video.twimg.com') return []
  const { pathname, hostname } = url
  if (otherCodec.test(pathname)) return []
  const [, width = original?.width, height = original?.height] =
    /\/(\d{2,5})x(\d{2,5})\//.exec(pathname) ?? []
  return [
    fileAt('x', `https://${hostname}${pathname}`, pathname, {
      codec: 'h264',
      width: Number(width) || null,
      height: Number(height) || null,
    }),
  ]
}

function pictureOrLost({ media_url_https: url, original_info }: Media): MediaFile {
  return pictureOf(url, original_info)[0] ?? lostFile(url, 'lost')
}

/** Returns a picture at its largest, with a smaller one to fall back on. Empty if it isn't X's. */
function pictureOf(address: string | null, size: z.infer<typeof Size>): MediaFile[] {
  const url = address === null ? null : URL.parse(address)
  if (url === null || !isXFile(url) || url.hostname !== 'pbs.twimg.com') return []
  const [, path = '', ending] = /^(.*?)(?:\.(jpe?g|png|webp))?$/i.exec(url.pathname) ?? []
  const format = (ending ?? url.searchParams.get('format') ?? 'jpg').toLowerCase()
  if (!/^(?:jpe?g|png|webp)$/.test(format)) return []
  const at = (name: string) => `https://${url.hostname}${path}?format=${format}&name=${name}`
  const file = fileAt('x', at('orig'), path, { width: size?.width, height: size?.height })
  return [{ ...file, addresses: [...file.addresses, { url: at('4096x4096'), profile: 'x' }] }]
}
