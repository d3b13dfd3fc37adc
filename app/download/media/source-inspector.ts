/**
 * Looks at a media file while it arrives, before FFmpeg does: what it is, and whether an MP4's
 * tables would make FFmpeg take more memory than the file is worth.
 */
import { type MediaKind, SNIFF_BYTES, sniffMedia } from './media-type.ts'

/** An MP4's `moov` box: its position in the file and its bytes. */
export type Mp4Index = { start: number; bytes: Buffer }

export type SourceInspector = {
  /** Takes the next bytes of the file; says what is wrong with them, or null. */
  take(bytes: Uint8Array): string | null
  /** Null until enough has arrived, or when the file is none that is read. */
  readonly kind: SoundKind | null
  /** Whether enough has arrived to know `kind`. */
  readonly isKnown: boolean
  /** Null until it has arrived in full. */
  readonly index: Mp4Index | null
  /** Position of the first sample data; null until its box has begun, or when it has none. */
  readonly mediaStart: number | null
  /** Whether the file may end here: not inside one of its boxes. */
  readonly mayEnd: boolean
}

/** As what FFmpeg has to read a file. */
export type SoundKind = 'mp4' | 'mp3' | 'aac'

const KINDS: Partial<Record<MediaKind, SoundKind>> = {
  mp4: 'mp4',
  m4a: 'mp4',
  mp3: 'mp3',
  aac: 'aac',
}

/** An hour of video with sound has some 300,000; FFmpeg takes about 50 bytes for each. */
const MAX_SAMPLES = 2_000_000
/** Each can repeat all samples. */
const MAX_EDITS = 100
const MAX_INDEX_BYTES = 32 * 1024 * 1024

const HEADER_BYTES = 8
const LONG_HEADER_BYTES = 16
/** Tables that are counted: bytes from their name to the end of the count, and where that is. */
const TABLES = {
  cmov: { bytes: 4, countAt: 0 },
  stsz: { bytes: 16, countAt: 12 },
  stz2: { bytes: 16, countAt: 12 },
  trun: { bytes: 12, countAt: 8 },
  elst: { bytes: 12, countAt: 8 },
} as const
const LONGEST_TABLE = 16

export function createSourceInspector(): SourceInspector {
  const tables = createTableCounter()
  let head = Buffer.alloc(0)
  let known = false
  let kind: SoundKind | null = null
  let position = 0
  let mediaStart: number | null = null
  let index: Mp4Index | null = null

  /** The first bytes of a box, until its length is known. */
  let header = Buffer.alloc(0)
  /** Bytes left of the box that is being read. */
  let left = 0
  let type = ''
  let indexStart = 0
  let pieces: Buffer[] | null = null

  /** How many bytes of header are missing; 0 once the box is known. */
  const missing = (): number => {
    if (header.length < HEADER_BYTES) return HEADER_BYTES - header.length
    return header.readUInt32BE(0) === 1 ? LONG_HEADER_BYTES - header.length : 0
  }

  const beginBox = (): string | null => {
    const short = header.readUInt32BE(0)
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short
    type = header.toString('latin1', 4, 8)
    // A box of size 0 goes on to the end of the file.
    if (size !== 0 && size < header.length) return `box ${type} of ${size} bytes`
    left = size === 0 ? Number.POSITIVE_INFINITY : size - header.length
    if (type === 'mdat') mediaStart ??= position - header.length
    if (type === 'moov') {
      if (index || size === 0 || size > MAX_INDEX_BYTES) return `index of ${size} bytes`
      indexStart = position - header.length
      pieces = [header]
    }
    const problem = type === 'mdat' ? null : tables.take(header)
    header = Buffer.alloc(0)
    return problem
  }

  const takeContent = (content: Buffer): string | null => {
    const problem = type === 'mdat' ? null : tables.take(content)
    pieces?.push(Buffer.from(content))
    left -= content.length
    if (left === 0) {
      if (pieces) index = { start: indexStart, bytes: Buffer.concat(pieces) }
      pieces = null
    }
    return problem
  }

  const takeBoxes = (bytes: Buffer): string | null => {
    let at = 0
    while (at < bytes.length) {
      const inBox = left > 0
      const piece = bytes.subarray(at, at + (inBox ? left : missing()))
      at += piece.length
      position += piece.length
      let problem: string | null
      if (inBox) {
        problem = takeContent(piece)
      } else {
        header = Buffer.concat([header, piece])
        problem = missing() === 0 ? beginBox() : null
      }
      if (problem) return problem
    }
    return null
  }

  return {
    take(bytes) {
      const next = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (known) return kind === 'mp4' ? takeBoxes(next) : null
      head = Buffer.concat([head, next])
      if (head.length < SNIFF_BYTES) return null
      known = true
      const sniffed = sniffMedia(head)
      kind = (sniffed && KINDS[sniffed]) ?? null
      const first = head
      head = Buffer.alloc(0)
      if (kind === null) return `format ${sniffed ?? 'unknown'}`
      return kind === 'mp4' ? takeBoxes(first) : null
    },
    get kind() {
      return kind
    },
    get isKnown() {
      return known
    },
    get index() {
      return index
    },
    get mediaStart() {
      return mediaStart
    },
    get mayEnd() {
      return known && header.length === 0 && (left === 0 || left === Number.POSITIVE_INFINITY)
    },
  }
}

/**
 * Counts what an MP4's tables announce. FFmpeg takes a table wherever one is, so everything but
 * sample data is searched for their names rather than read box by box.
 */
function createTableCounter() {
  let tail: Buffer = Buffer.alloc(0)
  const counted = { samples: 0, edits: 0 }

  const judge = (name: keyof typeof TABLES, count: number): string | null => {
    if (name === 'cmov') return 'a compressed index'
    counted[name === 'elst' ? 'edits' : 'samples'] += count
    if (counted.samples > MAX_SAMPLES) return `over ${MAX_SAMPLES} samples`
    return counted.edits > MAX_EDITS ? `over ${MAX_EDITS} edits` : null
  }

  return {
    /** Takes the next bytes that are no sample data; says what is wrong with them, or null. */
    take(next: Buffer): string | null {
      const bytes = tail.length > 0 ? Buffer.concat([tail, next]) : next
      // Kept to be looked at with what follows: too short for a whole table, so that none counts
      // twice.
      let keptFrom = Math.max(0, bytes.length - LONGEST_TABLE + 1)
      for (const name of Object.keys(TABLES) as (keyof typeof TABLES)[]) {
        const table = TABLES[name]
        for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 4)) {
          if (at + table.bytes > bytes.length) break
          const problem = judge(name, bytes.readUInt32BE(at + table.countAt))
          if (problem) return problem
          keptFrom = Math.max(keptFrom, at + 4)
        }
      }
      tail = Buffer.from(bytes.subarray(keptFrom))
      return null
    },
  }
}
