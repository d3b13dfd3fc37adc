import { brotliDecompressSync } from 'node:zlib'

/** Tables by their number in a WOFF2 directory. Others have their name in it. */
const numbered = new Map([
  [26, 'GDEF'],
  [47, 'fvar'],
  [48, 'gvar'],
])
const [glyf, loca, named] = [10, 11, 63]

/** Returns the tables of a WOFF2 font by name, without those that WOFF2 writes in a way of its own. */
function tablesOf(file: Buffer): ReadonlyMap<string, Buffer> {
  let at = 48
  const number = () => {
    let value = 0
    for (;;) {
      const byte = file.readUInt8(at)
      at += 1
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at)
    at += 1
    const index = flags & 63
    let name = numbered.get(index)
    if (index === named) {
      name = file.toString('latin1', at, at + 4)
      at += 4
    }
    const length = number()
    const isOutline = index === glyf || index === loca
    const isTransformed = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0
    return { name, length: isTransformed ? number() : length, isTransformed }
  })
  const bytes = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  const tables = new Map<string, Buffer>()
  let begin = 0
  for (const { name, length, isTransformed } of entries) {
    if (name !== undefined && !isTransformed) {
      tables.set(name, bytes.subarray(begin, begin + length))
    }
    begin += length
  }
  return tables
}

function coordinates(table: Buffer, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => table.readInt16BE(at + 2 * n) / 2 ** 14)
}

/** Coordinates of the regions of a table's variations, whose place is at `offsetAt`. */
function regions(table: Buffer, offsetAt: number): number[] {
  const store = table.readUInt32BE(offsetAt)
  if (store === 0) return []
  const list = store + table.readUInt32BE(store + 2)
  return coordinates(table, list + 4, 3 * table.readUInt16BE(list) * table.readUInt16BE(list + 2))
}

/** Coordinates of the outlines' variations: those that are shared, and each glyph's own. */
function ofOutlines(gvar: Buffer): number[] {
  const axes = gvar.readUInt16BE(4)
  const found = coordinates(gvar, gvar.readUInt32BE(8), axes * gvar.readUInt16BE(6))
  const isLong = (gvar.readUInt16BE(14) & 1) === 1
  const glyphs = gvar.readUInt16BE(12)
  const offset = (n: number) =>
    gvar.readUInt32BE(16) +
    (isLong ? gvar.readUInt32BE(20 + 4 * n) : 2 * gvar.readUInt16BE(20 + 2 * n))
  for (let glyph = 0; glyph < glyphs; glyph += 1) {
    if (offset(glyph) === offset(glyph + 1)) continue
    let at = offset(glyph) + 4
    const tuples = gvar.readUInt16BE(offset(glyph)) & 0x0fff
    for (let tuple = 0; tuple < tuples; tuple += 1) {
      const flags = gvar.readUInt16BE(at + 2)
      const own = axes * ((flags & 0x8000 ? 1 : 0) + (flags & 0x4000 ? 2 : 0))
      found.push(...coordinates(gvar, at + 4, own))
      at += 4 + 2 * own
    }
  }
  return found
}

/** Returns the weights of a variable WOFF2 font, and all coordinates of its variations by table. */
export function variationsOf(file: Buffer) {
  const tables = tablesOf(file)
  const fvar = tables.get('fvar')
  if (fvar === undefined) return null
  const axis = fvar.readUInt16BE(4)
  const [gdef, gvar, hvar] = [tables.get('GDEF'), tables.get('gvar'), tables.get('HVAR')]
  return {
    weights: [fvar.readInt32BE(axis + 4) / 2 ** 16, fvar.readInt32BE(axis + 12) / 2 ** 16],
    coordinates: {
      GDEF: gdef === undefined || gdef.readUInt32BE(0) < 0x10003 ? [] : regions(gdef, 14),
      gvar: gvar === undefined ? [] : ofOutlines(gvar),
      HVAR: hvar === undefined ? [] : regions(hvar, 4),
    },
  }
}
