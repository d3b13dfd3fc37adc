import { createHash } from 'node:crypto'
import type { ColumnType, Row, Table } from './sides.ts'

export type Value = string | number | Uint8Array | null

/**
 * Returns a row as the same JSON array on both engines: integers in decimal, texts as strings,
 * doubles (eight bytes) and blobs in hexadecimal.
 */
function canonicalRow(columns: Table['columns'], row: Row): string {
  let text = '['
  for (let n = 0; n < columns.length; n += 1) {
    if (n > 0) text += ','
    text += canonical(columns[n]?.type ?? 'text', row[n] ?? null)
  }
  return `${text}]`
}

function canonical(type: ColumnType, value: Value): string {
  if (value === null) return 'null'
  if (type === 'real') return `"${doubleHex(Number(value))}"`
  if (type === 'blob') return `"${Buffer.from(value as Uint8Array).toString('hex')}"`
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

const double = Buffer.alloc(8)

function doubleHex(value: number): string {
  // SQLite returns -0 as 0.
  double.writeDoubleBE(value === 0 ? 0 : value)
  return double.toString('hex')
}

export type Sum = { rows: number; sha256: string }

/** Returns the row count and hash; each row is followed by a line feed. */
export async function sumOf(
  table: Table,
  pieces: AsyncIterable<readonly Row[]>,
  onRows: (rows: number) => void = () => {},
): Promise<Sum> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const piece of pieces) {
    let text = ''
    for (const row of piece) text += `${canonicalRow(table.columns, row)}\n`
    hash.update(text)
    rows += piece.length
    onRows(piece.length)
  }
  return { rows, sha256: hash.digest('hex') }
}
