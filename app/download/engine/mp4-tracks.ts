/** Reads what an MP4's index says about its tracks and their samples. */
import { boxHeadAt, childAt, childrenOf, UnreadableFile } from './mp4-boxes.ts'

/** A file of which any bytes can be read. */
export type RandomAccess = {
  size: number
  /** Reads [start, end). Rejects if the bytes can't all be had. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** A track's samples in decoding order. Times are in the track's ticks. */
export type Samples = {
  count: number
  /** Position in the file, or of a joined file's sources (see `part.ts`). */
  offset: Float64Array
  size: Uint32Array
  /** The time at which it is shown by the edit list: 0 is the file’s start. */
  shownAt: Float64Array
  /** Ticks until the next one is decoded, and those for which the last one is shown. */
  duration: Float64Array
  /** 1 if it can be decoded without others. */
  isKey: Uint8Array
  /** Which of the track's descriptions applies, from 1. */
  description: Uint16Array
}

export type TrackHead = {
  kind: 'video' | 'sound'
  /** Ticks per second. */
  timescale: number
  language: number
  /** When the edit list ends the track. Infinity if it doesn't. */
  endsAt: number
  /** The box of its codec's description, without its head. */
  stsd: Buffer
  /** The last 60 bytes of its `tkhd`: layer, volume, matrix, width, height. */
  shape: Buffer
}

export type Mp4Track = TrackHead & { samples: Samples }

/** An hour of video with sound has about 260,000. A hostile file holds up others for no longer. */
export const mostSamples = 300_000
const mostIndexBytes = 8 * 1024 * 1024
const mostEdits = 100
const mostBoxes = 100
export const mostTracks = 16
/** Most indexes fit in the first read. */
const readBytes = 192 * 1024

/** Reads an MP4's index. Throws an UnreadableFile for anything else, and for a fragmented one. */
export async function readMp4Tracks(file: RandomAccess): Promise<Mp4Track[]> {
  const moov = await readMoov(file)
  // A part of such a file would lack what its fragments have.
  if (childAt(moov, 'mvex') !== null) throw new UnreadableFile('Fragments')
  const movieScale = movieScaleOf(moov)
  const tracks = childrenOf(moov, 'trak').slice(0, mostTracks)
  let left = mostSamples
  return tracks.flatMap((track) => {
    const read = readTrackHead(track, movieScale)
    if (read === null) return []
    const { shift, ...head } = read
    const samples = readSamples(sampleTable(track), left, shift)
    if (samples.count === 0) return []
    left -= samples.count
    return [{ ...head, samples }]
  })
}

export function movieScaleOf(moov: Buffer): number {
  return timescaleOf(childAt(moov, 'mvhd') ?? missing('mvhd'))
}

/** Reads the content of a file's `moov`. Throws an UnreadableFile without one. */
export async function readMoov(file: RandomAccess): Promise<Buffer> {
  let at = 0
  let held = Buffer.alloc(0)
  let heldAt = 0
  const bytesAt = async (start: number, end: number) => {
    if (end > file.size) throw new UnreadableFile('A box reaches past the end')
    if (start < heldAt || end > heldAt + held.length) {
      // The bytes at hand aren't read again.
      const kept = start >= heldAt ? held.subarray(start - heldAt) : Buffer.alloc(0)
      const from = start + kept.length
      const to = Math.min(file.size, Math.max(end, from + readBytes))
      held = Buffer.concat([kept, await file.read(from, to)])
      heldAt = start
    }
    return held.subarray(start - heldAt, end - heldAt)
  }
  for (let boxes = 0; boxes < mostBoxes && at + 8 <= file.size; boxes += 1) {
    const head = boxHeadAt(await bytesAt(at, Math.min(at + 16, file.size)), 0)
    const size = head?.bytes ?? file.size - at
    if (head === null || size < head.headBytes) throw new UnreadableFile('A box without a size')
    if (head.type === 'moov') {
      if (size > mostIndexBytes) throw new UnreadableFile(`An index of ${size} bytes`)
      return await bytesAt(at + head.headBytes, at + size)
    }
    at += size
  }
  throw new UnreadableFile('No index')
}

function kindOf(track: Buffer): Mp4Track['kind'] | null {
  const handler = childAt(track, 'mdia', 'hdlr')
  if (handler === null || handler.length < 12) return null
  const name = handler.toString('latin1', 8, 12)
  if (name === 'vide') return 'video'
  return name === 'soun' ? 'sound' : null
}

function sampleTable(track: Buffer): Buffer {
  return childAt(track, 'mdia', 'minf', 'stbl') ?? missing('stbl')
}

/**
 * Reads what a `trak` says about all of its samples. `shift` is added to a sample's own time for
 * the one at which it is shown. Null for a track of another kind.
 */
export function readTrackHead(
  track: Buffer,
  movieScale: number,
): (TrackHead & { shift: number }) | null {
  const kind = kindOf(track)
  if (kind === null) return null
  const media = childAt(track, 'mdia', 'mdhd') ?? missing('mdhd')
  const head = childAt(track, 'tkhd') ?? missing('tkhd')
  const stsd = childAt(sampleTable(track), 'stsd') ?? missing('stsd')
  const timescale = timescaleOf(media)
  const languageAt = media[0] === 1 ? 32 : 20
  if (head.length < 80 || media.length < languageAt + 2 || stsd.length > 100_000) {
    throw new UnreadableFile('A head of a wrong length')
  }
  const { startsAt, mediaTime, shownFor } = readEdits(track, movieScale, timescale)
  return {
    kind,
    timescale,
    language: media.readUInt16BE(languageAt),
    endsAt: shownFor === null ? Number.POSITIVE_INFINITY : startsAt + shownFor,
    stsd,
    shape: head.subarray(head.length - 60),
    shift: startsAt - mediaTime,
  }
}

function timescaleOf(head: Buffer): number {
  const at = head[0] === 1 ? 20 : 12
  const scale = head.length < at + 4 ? 0 : head.readUInt32BE(at)
  if (scale === 0) throw new UnreadableFile('No time scale')
  return scale
}

/**
 * Reads a track's edit list, in the track's ticks: when it starts, the time in the track that is
 * shown then, and for how long (null: to its end). Only one span of the track can be shown.
 */
function readEdits(track: Buffer, movieScale: number, timescale: number) {
  const edits = { startsAt: 0, mediaTime: 0, shownFor: null as number | null }
  const list = childAt(track, 'edts', 'elst')
  if (list === null) return edits
  const size = list[0] === 1 ? 8 : 4
  const count = list.length < 8 ? 0 : list.readUInt32BE(4)
  if (count > mostEdits || 8 + count * (2 * size + 4) > list.length) {
    throw new UnreadableFile(`An edit list of ${count} entries`)
  }
  let isPlaced = false
  for (let entry = 0; entry < count; entry += 1) {
    const at = 8 + entry * (2 * size + 4)
    const movieTicks = size === 8 ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at)
    const time = size === 8 ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4)
    const ticks = (movieTicks * timescale) / movieScale
    if (time < 0 && !isPlaced) edits.startsAt += ticks
    else if (time >= 0 && !isPlaced) {
      isPlaced = true
      edits.mediaTime = time
      // 0 stands for all of it.
      edits.shownFor = movieTicks === 0 ? null : ticks
    } else if (movieTicks > 0) throw new UnreadableFile('Several spans in one edit list')
  }
  return edits
}

function readSamples(table: Buffer, most: number, shift: number): Samples {
  const sizes = readSizes(table, most)
  const count = sizes.length
  const samples = emptySamples(count)
  samples.size.set(sizes)
  placeSamples(table, samples)
  let decodedAt = 0
  eachRun(table, 'stts', count, (index, duration) => {
    samples.duration[index] = duration
    samples.shownAt[index] = decodedAt + shift
    decodedAt += duration
  })
  eachRun(table, 'ctts', count, (index, offset) => {
    // Written as signed by many, also in version 0.
    samples.shownAt[index] = (samples.shownAt[index] ?? 0) + (offset | 0)
  })
  const keys = entriesOf(table, 'stss', 4)
  if (keys === null) samples.isKey.fill(1)
  else {
    for (let at = 0; at < keys.length; at += 4) samples.isKey[keys.readUInt32BE(at) - 1] = 1
  }
  return samples
}

export function emptySamples(count: number): Samples {
  return {
    count,
    offset: new Float64Array(count),
    size: new Uint32Array(count),
    shownAt: new Float64Array(count),
    duration: new Float64Array(count),
    isKey: new Uint8Array(count),
    description: new Uint16Array(count),
  }
}

function readSizes(table: Buffer, most: number): Uint32Array {
  const stsz = childAt(table, 'stsz')
  if (stsz === null || stsz.length < 12) throw new UnreadableFile('No sizes of samples')
  const [same, count] = [stsz.readUInt32BE(4), stsz.readUInt32BE(8)]
  if (count > most || (same === 0 && 12 + count * 4 > stsz.length)) {
    throw new UnreadableFile(`${count} samples`)
  }
  const sizes = new Uint32Array(count).fill(same)
  for (let index = 0; same === 0 && index < count; index += 1) {
    sizes[index] = stsz.readUInt32BE(12 + index * 4)
  }
  return sizes
}

/** Returns a counted table's entries. Null without the table. */
function entriesOf(table: Buffer, type: string, entryBytes: number): Buffer | null {
  const found = childAt(table, type)
  if (found === null) return null
  const count = found.length < 8 ? 0 : found.readUInt32BE(4)
  if (8 + count * entryBytes > found.length) throw new UnreadableFile(`A short ${type}`)
  return found.subarray(8, 8 + count * entryBytes)
}

/** Calls `take` for each sample with its value of a table of runs. */
function eachRun(
  table: Buffer,
  type: 'stts' | 'ctts',
  count: number,
  take: (index: number, value: number) => void,
): void {
  const entries = entriesOf(table, type, 8)
  if (entries === null && type === 'ctts') return
  let index = 0
  for (let at = 0; entries !== null && at < entries.length; at += 8) {
    const end = Math.min(count, index + entries.readUInt32BE(at))
    const value = entries.readUInt32BE(at + 4)
    for (; index < end; index += 1) take(index, value)
  }
  if (index < count && type === 'stts') throw new UnreadableFile('Samples without a time')
}

/** Sets the samples' positions and descriptions, chunk by chunk. */
function placeSamples(table: Buffer, { count, offset, size, description }: Samples): void {
  const short = entriesOf(table, 'stco', 4)
  const long = short === null ? entriesOf(table, 'co64', 8) : null
  const chunks = short ?? long ?? missing('stco')
  const width = short === null ? 8 : 4
  const runs = entriesOf(table, 'stsc', 12) ?? missing('stsc')
  let index = 0
  let chunk = 0
  for (let run = 0; run < runs.length && index < count; run += 12) {
    if (runs.readUInt32BE(run) !== chunk + 1) throw new UnreadableFile('Chunks out of order')
    const perChunk = runs.readUInt32BE(run + 4)
    const described = runs.readUInt32BE(run + 8)
    const end = run + 12 < runs.length ? runs.readUInt32BE(run + 12) - 1 : chunks.length / width
    for (; chunk < end && index < count; chunk += 1) {
      const at = chunk * width
      if (at + width > chunks.length) throw new UnreadableFile('Samples without a chunk')
      let position = width === 8 ? Number(chunks.readBigUInt64BE(at)) : chunks.readUInt32BE(at)
      for (let left = perChunk; left > 0 && index < count; left -= 1) {
        offset[index] = position
        description[index] = described
        position += size[index] ?? 0
        index += 1
      }
    }
  }
  if (index < count) throw new UnreadableFile('Samples without a chunk')
}

export function missing(type: string): never {
  throw new UnreadableFile(`No ${type}`)
}
