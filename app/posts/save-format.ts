/** What can be saved of a post; images are counted from 1. */
export type SaveFormat = 'mp4' | 'hd' | 'mp3' | 'zip' | `image-${number}`

const fixed = ['mp4', 'hd', 'mp3', 'zip'] as const

/** Reads a format from an address; null when it is none. */
export function parseSaveFormat(text: string): SaveFormat | null {
  const known = fixed.find((format) => format === text)
  if (known !== undefined) return known
  const number = /^image-([1-9]\d{0,2})$/.exec(text)?.[1]
  return number === undefined ? null : `image-${Number(number)}`
}

/** More than any post has. */
const imagesAtMost = 500

/**
 * Reads which images a ZIP was asked for with, as numbers from 1 in their order. Empty for all of
 * them; null when it names something that is no image's number.
 */
export function parseImageChoice(query: URLSearchParams): number[] | null {
  const texts = query.getAll('image')
  if (texts.length > imagesAtMost || !texts.every((text) => /^[1-9]\d{0,2}$/.test(text)))
    return null
  return [...new Set(texts.map(Number))].sort((a, b) => a - b)
}

/** A link with the chosen images named in it; as it was when none are. */
export function withImages<Path extends string>(href: Path, images: readonly number[]): Path {
  const named = href + images.map((number) => `&image=${number}`).join('')
  // The route is the same, whatever is in its query.
  return named as Path
}

/** The image's place from 0; null for the other formats. */
export function imageIndex(format: SaveFormat): number | null {
  return format.startsWith('image-') ? Number(format.slice('image-'.length)) - 1 : null
}
