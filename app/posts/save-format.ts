const videoFormats = ['mp4', 'hd', 'mp3', 'm4a', 'cover'] as const
/** A format that each video of a post has. */
type VideoFormat = (typeof videoFormats)[number]

/** A format of the post, or of its first video. */
export type PlainFormat = VideoFormat | 'zip' | `image-${number}` | CaptionFormat

/**
 * A file format of a post. Images are counted from 1, as are its videos: `hd-2`, and `hd` for the
 * first. Captions are named by their language as a BCP 47 tag: `captions-pt-BR-srt`.
 */
export type SaveFormat = PlainFormat | `${VideoFormat}-${number}`

export const captionTypes = ['srt', 'vtt'] as const
export type CaptionType = (typeof captionTypes)[number]
export type CaptionFormat = `captions-${string}-${CaptionType}`

/** Parses a format in an address. Null if it is none. */
export function parseSaveFormat(text: string): SaveFormat | null {
  const known = [...videoFormats, 'zip' as const].find((format) => format === text)
  if (known !== undefined) return known
  const [, name, item] = /^([a-z\d]+)-([2-9]|[1-9]\d)$/.exec(text) ?? []
  const ofVideo = videoFormats.find((format) => format === name)
  if (ofVideo !== undefined) return videoFormat(ofVideo, Number(item))
  const captions = captionsOf(text)
  if (captions !== null) return captionFormat(captions.language, captions.type)
  const number = /^image-([1-9]\d{0,2})$/.exec(text)?.[1]
  return number === undefined ? null : `image-${Number(number)}`
}

/** Returns a format of one of a post's videos, counted from 1. */
export function videoFormat(format: VideoFormat, item: number): SaveFormat {
  return item === 1 ? format : `${format}-${item}`
}

/** Returns the format, and the video that it is of, from 1. */
export function splitFormat(format: SaveFormat): { plain: PlainFormat; item: number } {
  const [, name, item] = /^([a-z\d]+)-(\d+)$/.exec(format) ?? []
  const plain = videoFormats.find((one) => one === name)
  // All other formats are plain.
  return plain === undefined
    ? { plain: format as PlainFormat, item: 1 }
    : { plain, item: Number(item) }
}

export function plainFormat(format: SaveFormat): PlainFormat {
  return splitFormat(format).plain
}

/** Returns the same format of another of the post's videos. Those of the post stay as they are. */
export function formatOf(format: SaveFormat, item: number): SaveFormat {
  const { plain } = splitFormat(format)
  const ofVideo = videoFormats.find((one) => one === plain)
  return ofVideo === undefined ? plain : videoFormat(ofVideo, item)
}

/** Language, script and region. */
const captionPattern =
  /^captions-([a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?)-(srt|vtt)$/

/** Returns the language and type of captions. Null for other formats. */
export function captionsOf(format: string): { language: string; type: CaptionType } | null {
  const [, language, ending] = captionPattern.exec(format) ?? []
  const type = captionTypes.find((one) => one === ending)
  return language === undefined || type === undefined ? null : { language, type }
}

export function captionFormat(language: string, type: CaptionType): CaptionFormat {
  return `captions-${language}-${type}`
}

/** More than any post has. */
const imagesAtMost = 500

/** Returns a ZIP's images, sorted from 1; empty for all, or null if one isn't a number. */
export function parseImageChoice(query: URLSearchParams): number[] | null {
  const texts = query.getAll('image')
  if (texts.length > imagesAtMost || !texts.every((text) => /^[1-9]\d{0,2}$/.test(text)))
    return null
  return [...new Set(texts.map(Number))].sort((a, b) => a - b)
}

export function withImages<Path extends string>(href: Path, images: readonly number[]): Path {
  const named = href + images.map((number) => `&image=${number}`).join('')
  // The query doesn't change the route.
  return named as Path
}

/** Returns the image's index from 0, or null for other formats. */
export function imageIndex(format: SaveFormat): number | null {
  return format.startsWith('image-') ? Number(format.slice('image-'.length)) - 1 : null
}
