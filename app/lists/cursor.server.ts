import { z } from 'zod'

/** A row's position in a list: its value in the sorted column, and its number. */
export type RowKey = { key: string | number; seq: number }

export type Direction = 'asc' | 'desc'

export type ListCursor = {
  direction: 'next' | 'previous'
  /** Number of rows before the page, for display only. */
  before: number
  /** The row before the page. */
  after: RowKey
}

const Cursor = z.tuple([
  z.enum(['next', 'previous']),
  z.int().min(0),
  z.union([z.string().max(1000), z.int()]),
  z.int().min(0),
])

export function cursorText({ direction, before, after }: ListCursor): string {
  const cursor: z.infer<typeof Cursor> = [direction, before, after.key, after.seq]
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Parses a cursor from an address. Returns null for none or an invalid one. */
export function parseCursor(text: string | null): ListCursor | null {
  if (text === null) return null
  try {
    const [direction, before, key, seq] = Cursor.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
    )
    return { direction, before, after: { key, seq } }
  } catch {
    return null
  }
}
