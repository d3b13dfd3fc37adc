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

/** The image's place from 0; null for the other formats. */
export function imageIndex(format: SaveFormat): number | null {
  return format.startsWith('image-') ? Number(format.slice('image-'.length)) - 1 : null
}
