/** Reading an MP4's index (`moov`), and moving it to where a reader that cannot seek needs it. */
import type { Mp4Index } from './source-inspector.ts'

export type Mp4Sound = {
  hasSound: boolean
  /** Length of the first sound track, or of any track when there is none; 0 when not stated. */
  seconds: number
}

type Box = { type: string; content: Buffer }

/** The boxes in a buffer, one after the other; what is no box ends them. */
function* boxesIn(bytes: Buffer): Generator<Box> {
  let at = 0
  while (at + 8 <= bytes.length) {
    const short = bytes.readUInt32BE(at)
    const header = short === 1 ? 16 : 8
    if (at + header > bytes.length) return
    const stated = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    const size = Math.min(stated === 0 ? bytes.length : stated, bytes.length - at)
    if (size < header) return
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + header, at + size),
    }
    at += size
  }
}

function* boxesAt(bytes: Buffer, [type, ...rest]: string[]): Generator<Buffer> {
  for (const box of boxesIn(bytes)) {
    if (box.type !== type) continue
    if (rest.length === 0) yield box.content
    else yield* boxesAt(box.content, rest)
  }
}

function firstAt(bytes: Buffer, ...path: string[]): Buffer | undefined {
  return boxesAt(bytes, path).next().value ?? undefined
}

/** Reads a number of 4 or 8 bytes; 0 beyond the end. */
function numberAt(bytes: Buffer, at: number, size: number): number {
  if (at + size > bytes.length) return 0
  return size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
}

/** The time scale and the duration that `mvhd` and `mdhd` begin with, in seconds. */
function timesOf(header: Buffer | undefined): { scale: number; seconds: number } {
  if (!header) return { scale: 0, seconds: 0 }
  const isLong = header[0] === 1
  const scale = numberAt(header, isLong ? 20 : 12, 4)
  const duration = numberAt(header, isLong ? 24 : 16, isLong ? 8 : 4)
  // All bits set: not known.
  const isStated = duration < (isLong ? 2 ** 63 : 2 ** 32 - 1)
  return { scale, seconds: scale > 0 && isStated ? duration / scale : 0 }
}

/** How much of a track its edit list shows, in seconds; null without one. */
function shownSeconds(track: Buffer, movieScale: number): number | null {
  const list = firstAt(track, 'edts', 'elst')
  if (!list || movieScale === 0) return null
  const size = list[0] === 1 ? 8 : 4
  let shown = 0
  for (let entry = 0; entry < numberAt(list, 4, 4); entry++) {
    const at = 8 + entry * (2 * size + 4)
    if (at + 2 * size > list.length) break
    const isEmpty = list.subarray(at + size, at + 2 * size).every((byte) => byte === 0xff)
    if (!isEmpty) shown += numberAt(list, at, size)
  }
  return shown > 0 ? shown / movieScale : null
}

export function soundOf(index: Mp4Index): Mp4Sound {
  const moov = firstAt(index.bytes, 'moov') ?? Buffer.alloc(0)
  const { scale } = timesOf(firstAt(moov, 'mvhd'))
  let silent = 0
  for (const track of boxesAt(moov, ['trak'])) {
    const { seconds } = timesOf(firstAt(track, 'mdia', 'mdhd'))
    const handler = firstAt(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12)
    if (handler === 'soun') {
      const shown = shownSeconds(track, scale)
      return { hasSound: true, seconds: shown === null ? seconds : Math.min(seconds, shown) }
    }
    silent ||= seconds
  }
  return { hasSound: false, seconds: silent }
}

/**
 * The index for a file in which it is moved to `to`, before the sample data: the positions in it
 * move by its own length.
 */
export function movedIndex({ start, bytes }: Mp4Index, to: number): Buffer {
  const moved = Buffer.from(bytes)
  const tables = ['moov', 'trak', 'mdia', 'minf', 'stbl']
  const shift = (position: number): number =>
    position >= to && position < start ? position + bytes.length : position
  for (const table of boxesAt(moved, [...tables, 'stco'])) {
    for (let at = 8; at + 4 <= table.length; at += 4) {
      const position = shift(table.readUInt32BE(at))
      table.writeUInt32BE(Math.min(position, 2 ** 32 - 1), at)
    }
  }
  for (const table of boxesAt(moved, [...tables, 'co64'])) {
    for (let at = 8; at + 8 <= table.length; at += 8) {
      const position = Number(table.readBigUInt64BE(at))
      if (position >= to && position < start) {
        table.writeBigUInt64BE(BigInt(position + bytes.length), at)
      }
    }
  }
  return moved
}
