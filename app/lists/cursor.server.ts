import { z } from 'zod'

/** Where a row stands in a list: its value of the column that is sorted by, and its number. */
export type Place = { key: Key; seq: number }
type Key = string | number

export type Direction = 'asc' | 'desc'

/** Where a page begins. */
export type ListCursor = {
  direction: 'next' | 'previous'
  /** How many rows come before the page: for display only. */
  before: number
  place: Place
  /** How many pages in a row ended for want of time, this one's way included. */
  steps: number
}

const Cursor = z.tuple([
  z.enum(['next', 'previous']),
  z.int().min(0),
  z.union([z.string().max(1000), z.number()]),
  z.int().min(0),
  z.int().min(0).max(1000).default(0),
])

export function cursorText({ direction, before, place, steps }: ListCursor): string {
  const cursor: z.infer<typeof Cursor> = [direction, before, place.key, place.seq, steps]
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

export function parseCursor(text: string | null): ListCursor | null {
  if (text === null) return null
  try {
    const [direction, before, key, seq, steps] = Cursor.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
    )
    return { direction, before, place: { key, seq }, steps }
  } catch {
    return null
  }
}

export function backwards(cursor: ListCursor | null): boolean {
  return cursor?.direction === 'previous'
}

/** The order of two places as the database has it, negative when the first one comes first. */
export function comparePlaces(a: Place, b: Place, descending: boolean): number {
  const order = compareKeys(a.key, b.key) || a.seq - b.seq
  return descending ? -order : order
}

/** Texts by their UTF-8 bytes, as the database compares them; UTF-16 would order emoji differently. */
function compareKeys(a: Key, b: Key): number {
  return typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)
}
