import { deflateSync } from 'node:zlib'

/** MP4 files of unusual and of hostile shapes, made from a plain one. */

function box(type: string, ...content: Buffer[]): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0), 0)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...content])
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

const brand = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'))

/** Where a box of the top level begins and ends. */
function find(file: Buffer, type: string): { start: number; end: number } {
  for (let start = 0; start < file.length; ) {
    const end = start + file.readUInt32BE(start)
    if (file.toString('latin1', start + 4, start + 8) === type) return { start, end }
    start = end
  }
  throw new Error(`The file has no ${type}`)
}

/** The start of a file whose table announces this many entries, as a few thousand bytes. */
export function withSamples(file: Buffer, table: 'stsz' | 'elst', count: number): Buffer {
  const { end } = find(file, 'moov')
  const changed = Buffer.from(file.subarray(0, Math.min(end + 4000, file.length)))
  for (let at = changed.indexOf(table); at >= 0; at = changed.indexOf(table, at + 4)) {
    // A size for all samples, so that the table lists none.
    changed.writeUInt32BE(table === 'stsz' ? 1 : count, at + 8)
    if (table === 'stsz') changed.writeUInt32BE(count, at + 12)
  }
  return changed
}

/** A file with billions of samples in some chunks of its sound, over which readers loop. */
export function withFullChunks(file: Buffer): Buffer {
  const changed = Buffer.from(file)
  const table = changed.lastIndexOf('stsc')
  // The table's entries are the first chunk they are for, its samples, and its description.
  const entry = (index: number, word: number) => table + 12 + (index * 3 + word) * 4
  changed.writeUInt32BE(2_147_483_648, entry(9, 0))
  changed.writeUInt32BE(2_072_714_823, entry(11, 1))
  changed.writeUInt32BE(2_878_984_566, entry(35, 1))
  return changed
}

/** The index of a file and a fragment of samples of which only the number is told. */
export function fragmentOf(file: Buffer, count: number): Buffer {
  const run = box('trun', numbers(0, count))
  return Buffer.concat([file.subarray(0, find(file, 'moov').end), box('moof', box('traf', run))])
}

/** An index that grows to this many bytes when it is unpacked. */
export function compressedIndex(bytes: number): Buffer {
  const packed = Buffer.concat([numbers(bytes), deflateSync(Buffer.alloc(bytes), { level: 1 })])
  const method = box('dcom', Buffer.from('zlib'))
  return Buffer.concat([brand, box('moov', box('cmov', method, box('cmvd', packed)))])
}

/** The same file with its index behind its samples. */
export function indexLast(file: Buffer): Buffer {
  const { start, end } = find(file, 'moov')
  const moov = Buffer.from(file.subarray(start, end))
  for (let at = moov.indexOf('stco'); at >= 0; at = moov.indexOf('stco', at + 4)) {
    for (let entry = 0; entry < moov.readUInt32BE(at + 8); entry++) {
      const place = at + 12 + 4 * entry
      moov.writeUInt32BE(moov.readUInt32BE(place) - moov.length, place)
    }
  }
  return Buffer.concat([file.subarray(0, start), file.subarray(end), moov])
}
