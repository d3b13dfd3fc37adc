import { type PlainFormat, plainFormat, type SaveFormat } from './save-format.ts'

/** The part of a clip that a file holds, in whole milliseconds of the clip's own time. */
export type SavePart = { fromMs: number; toMs: number }

const partFormats: readonly PlainFormat[] = ['mp4', 'hd', 'mp3', 'm4a']

/** Returns whether a part can be saved in a format. */
export function savesPart(format: SaveFormat): boolean {
  return partFormats.includes(plainFormat(format))
}

/** Adds a part to an address that has a query, or returns the address as it is. */
export function withPart<Path extends string>(href: Path, part: SavePart | null): Path {
  if (part === null) return href
  const asked = `${href}&from=${part.fromMs / 1000}&to=${part.toMs / 1000}`
  // The query doesn't change the route.
  return asked as Path
}
