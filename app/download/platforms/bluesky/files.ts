import { z } from 'zod'
import { count, listOf, text } from '#app/download/platforms/answer-json.ts'
import { fileAt } from '#app/download/platforms/found-post.ts'
import type { CaptionTrack, ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'
import { isLost, lostFile } from '#app/posts/lost-files.ts'
import { blobAddresses, isCid, isPicture } from './hosts.ts'

const Blob = z
  .object({ ref: z.object({ $link: z.string() }), size: count })
  .nullable()
  .catch(null)

/** As the author's record has it. */
const Written = z.object({
  $type: text,
  media: z.unknown().optional(),
  video: Blob,
  captions: listOf(z.object({ lang: z.string(), file: Blob })),
})

/** As Bluesky shows it. */
const Shown = z.object({
  $type: text,
  media: z.unknown().optional(),
  cid: text,
  thumbnail: text,
  presentation: text,
  images: listOf(z.object({ fullsize: text })),
  items: listOf(z.object({ fullsize: text })),
})

type Files = Pick<ExtractedPost, 'video' | 'cover' | 'images' | 'captions' | 'isSilent'>

const mostPictures = 100
const mostCaptions = 50

/** Returns a post's files. Null without any; `foreign` for a picture from another site. */
export function filesOf(did: string, view: unknown, record: unknown): Files | 'foreign' | null {
  const shown = unwrapped(Shown, view)
  const written = unwrapped(Written, record)
  const type = (shown?.$type ?? written?.$type ?? '').replace(/#view$/, '')
  if (type === 'app.bsky.embed.external') return 'foreign'
  const cid = written?.video?.ref.$link ?? shown?.cid ?? ''
  if (isCid(cid)) {
    return {
      video: blobFile(did, cid, 'video', written?.video?.size ?? null),
      cover: picture(shown?.thumbnail ?? null, 'cover')[0] ?? null,
      images: [],
      captions: captionsOf(did, written?.captions ?? []),
      isSilent: shown?.presentation === 'gif',
    }
  }
  const images = [...(shown?.images ?? []), ...(shown?.items ?? [])]
    .slice(0, mostPictures)
    .map(({ fullsize }, index) => {
      const key = `image-${index + 1}`
      return picture(fullsize, key)[0] ?? lostFile(fullsize, key)
    })
  const cover = images.find((image) => !isLost(image))
  if (cover === undefined) return null
  return { video: null, cover, images, captions: [], isSilent: false }
}

/** Parses an embed, or the media that it has beside a quoted post. */
function unwrapped<T extends { media?: unknown }>(schema: z.ZodType<T>, embed: unknown): T | null {
  const outer = schema.safeParse(embed)
  if (!outer.success) return null
  const inner = schema.safeParse(outer.data.media)
  return inner.success ? inner.data : outer.data
}

/** The name of its content is a file's variant: the same name is the same bytes. */
function blobFile(did: string, cid: string, kind: string, bytes: number | null): MediaFile {
  const size = bytes !== null && bytes > 0 ? { bytes, hasExactSize: true as const } : {}
  const file = fileAt('bluesky', '', `${kind}.${cid}`)
  return { ...file, addresses: blobAddresses(did, cid), ...size }
}

function picture(address: string | null, variantKey: string): MediaFile[] {
  const url = address === null ? null : URL.parse(address)
  return url !== null && isPicture(url) ? [fileAt('bluesky', url.href, variantKey)] : []
}

function captionsOf(
  did: string,
  listed: readonly { lang: string; file: z.infer<typeof Blob> }[],
): CaptionTrack[] {
  const tracks = new Map<string, CaptionTrack>()
  for (const { lang, file } of listed.slice(0, mostCaptions)) {
    const language = languageOf(lang)
    const cid = file?.ref.$link ?? ''
    if (language === null || tracks.has(language) || !isCid(cid)) continue
    tracks.set(language, { language, file: blobFile(did, cid, 'captions', file?.size ?? null) })
  }
  return [...tracks.values()]
}

/** Returns a language's BCP 47 tag with script and region at most. Null for anything else. */
function languageOf(tag: string): string | null {
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/.test(tag)) return null
  const { language, baseName } = new Intl.Locale(tag)
  return language === 'und' ? null : baseName
}
