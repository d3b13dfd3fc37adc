/** Writes the first part of a new MP4: its type and its index, before the samples. */
import { box, fullBox, u32, u64 } from './mp4-boxes.ts'
import type { Mp4Track } from './mp4-tracks.ts'

export type FileTags = {
  title?: string
  artist?: string
  /** The post's address. */
  link?: string
  /** As `2026-11-23`. */
  date?: string
  cover?: { kind: 'jpeg' | 'png'; bytes: Uint8Array }
}

/** A track of the new file. Times are in its own ticks. */
export type NewTrack = {
  track: Mp4Track
  timescale: number
  /** Ticks before it starts. */
  startsAt: number
  /** Its time that is shown then. */
  mediaTime: number
  shownFor: number
  /** In decoding order. */
  samples: NewSample[]
}

type NewSample = {
  /** Of the track's samples. */
  index: number
  duration: number
  /** From decoding to being shown; can be negative. */
  shift: number
  /** Behind the header. */
  position: number
}

const most32 = 2 ** 32 - 1
const identity = u32([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000])

export function writeHeader(
  tracks: readonly NewTrack[],
  { seconds, isVideo, tags }: { seconds: number; isVideo: boolean; tags: FileTags },
): Buffer {
  const brands = isVideo ? ['isom', 'isom', 'iso2', 'mp41'] : ['M4A ', 'M4A ', 'mp42', 'isom']
  const [brand = '', ...compatible] = brands.map((name) => Buffer.from(name, 'latin1'))
  const ftyp = box('ftyp', Buffer.from(brand), u32([0x200]), ...compatible)
  const movieScale = tracks[0]?.timescale ?? 1000
  const bodyBytes = tracks.reduce((sum, track) => sum + bytesOf(track), 0)
  const isLarge = bodyBytes > 2 ** 31
  // The index has the positions of the samples, which are behind it.
  const write = (shift: number) =>
    box(
      'moov',
      fullBox(
        'mvhd',
        0,
        0,
        u32([0, 0, movieScale, Math.min(most32, Math.round(seconds * movieScale))]),
        u32([0x10000, 0x1000000, 0, 0]),
        identity,
        u32([0, 0, 0, 0, 0, 0, tracks.length + 1]),
      ),
      ...tracks.map((track, index) => trak(track, index + 1, movieScale, shift, isLarge)),
      ...metadata(tags),
    )
  const mdat = isLarge
    ? Buffer.concat([u32([1]), Buffer.from('mdat'), u64(bodyBytes + 16)])
    : Buffer.concat([u32([bodyBytes + 8]), Buffer.from('mdat')])
  const headerBytes = ftyp.length + write(0).length + mdat.length
  return Buffer.concat([ftyp, write(headerBytes), mdat])
}

function bytesOf({ track, samples }: NewTrack): number {
  return samples.reduce((sum, { index }) => sum + (track.samples.size[index] ?? 0), 0)
}

function trak(
  track: NewTrack,
  id: number,
  movieScale: number,
  shift: number,
  isLarge: boolean,
): Buffer {
  const { timescale, startsAt, mediaTime, shownFor } = track
  const { shape, kind, language } = track.track
  const movieTicks = (ticks: number) => Math.round((ticks * movieScale) / timescale)
  const duration = track.samples.reduce((sum, sample) => sum + sample.duration, 0)
  const edit = [movieTicks(shownFor), mediaTime, 0x10000]
  const edits = startsAt > 0 ? [movieTicks(startsAt), -1, 0x10000, ...edit] : edit
  const shown = movieTicks(startsAt) + movieTicks(shownFor)
  const [handler, head] =
    kind === 'video'
      ? ['vide', fullBox('vmhd', 0, 1, u32([0, 0]))]
      : ['soun', fullBox('smhd', 0, 0, u32([0]))]
  const languageAndQuality = u32([language * 0x10000])
  return box(
    'trak',
    // Flags: enabled, in the movie.
    fullBox('tkhd', 0, 3, u32([0, 0, id, 0, Math.min(most32, shown)]), shape),
    box('edts', fullBox('elst', 0, 0, u32([edits.length / 3, ...edits]))),
    box(
      'mdia',
      fullBox('mdhd', 1, 0, u64(0), u64(0), u32([timescale]), u64(duration), languageAndQuality),
      fullBox('hdlr', 0, 0, u32([0]), Buffer.from(handler), u32([0, 0, 0]), Buffer.alloc(1)),
      box(
        'minf',
        head,
        // The samples are in this file.
        box('dinf', fullBox('dref', 0, 0, u32([1]), fullBox('url ', 0, 1))),
        box('stbl', box('stsd', track.track.stsd), ...tables(track, shift, isLarge)),
      ),
    ),
  )
}

function tables({ track, samples }: NewTrack, headerBytes: number, isLarge: boolean): Buffer[] {
  const size = ({ index }: NewSample) => track.samples.size[index] ?? 0
  const durations = runsOf(samples.map(({ duration }) => duration))
  const shifts = samples.map(({ shift }) => shift)
  const keys = samples.flatMap(({ index }, at) =>
    track.samples.isKey[index] === 1 ? [at + 1] : [],
  )
  const { chunks, runs } = chunksOf(track, samples)
  const positions = chunks.map((position) => position + headerBytes)
  return [
    fullBox('stts', 0, 0, u32([durations.length / 2, ...durations])),
    ...(shifts.some((shift) => shift !== 0) ? shiftTables(samples, shifts) : []),
    ...(keys.length < samples.length ? [fullBox('stss', 0, 0, u32([keys.length, ...keys]))] : []),
    fullBox('stsc', 0, 0, u32([runs.length / 3, ...runs])),
    fullBox('stsz', 0, 0, u32([0, samples.length, ...samples.map(size)])),
    isLarge
      ? fullBox('co64', 0, 0, u32([positions.length]), Buffer.concat(positions.map(u64)))
      : fullBox('stco', 0, 0, u32([positions.length, ...positions])),
  ]
}

/** When frames are shown that are decoded in another order. QuickTime wants `cslg` beside it. */
function shiftTables(samples: readonly NewSample[], shifts: readonly number[]): Buffer[] {
  const runs = runsOf(shifts)
  let [least, most, end] = [0, 0, 0]
  for (const { shift, duration } of samples) {
    least = Math.min(least, shift)
    most = Math.max(most, shift)
    end += duration
  }
  const table = fullBox('ctts', 1, 0, u32([runs.length / 2, ...runs]))
  if (end >= 2 ** 31) return [table]
  return [table, fullBox('cslg', 0, 0, u32([-least, least, most, 0, end]))]
}

/** Returns the length and the value of each run of equal values, in turn. */
function runsOf(values: readonly number[]): number[] {
  const runs: number[] = []
  for (const value of values) {
    if (runs.length > 0 && runs.at(-1) === value) runs[runs.length - 2] = (runs.at(-2) ?? 0) + 1
    else runs.push(1, value)
  }
  return runs
}

/** Returns where chunks of samples without a gap begin, and `stsc`'s entries for them. */
function chunksOf(
  { samples: all }: Mp4Track,
  samples: readonly NewSample[],
): { chunks: number[]; runs: number[] } {
  const chunks: number[] = []
  const lengths: number[] = []
  const descriptions: number[] = []
  let end = -1
  for (const { index, position } of samples) {
    const description = all.description[index] ?? 1
    if (position === end && description === descriptions.at(-1)) {
      lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 1
    } else {
      chunks.push(position)
      lengths.push(1)
      descriptions.push(description)
    }
    end = position + (all.size[index] ?? 0)
  }
  const runs: number[] = []
  for (const [chunk, length] of lengths.entries()) {
    const description = descriptions[chunk] ?? 1
    if (runs.at(-2) !== length || runs.at(-1) !== description) {
      runs.push(chunk + 1, length, description)
    }
  }
  return { chunks, runs }
}

/** Tags as iTunes writes them, which players read in MP4 and M4A alike. */
function metadata({ title, artist, link, date, cover }: FileTags): Buffer[] {
  const texts = { '\xa9nam': title, '\xa9ART': artist, '\xa9day': date, '\xa9cmt': link }
  const items = Object.entries(texts).flatMap(([name, text]) =>
    text ? [box(name, dataBox(1, Buffer.from(text.toWellFormed())))] : [],
  )
  if (cover !== undefined) {
    items.push(box('covr', dataBox(cover.kind === 'jpeg' ? 13 : 14, cover.bytes)))
  }
  if (items.length === 0) return []
  const handler = Buffer.from('mdirappl', 'latin1')
  const hdlr = fullBox('hdlr', 0, 0, u32([0]), handler, u32([0, 0]), Buffer.alloc(1))
  return [box('udta', fullBox('meta', 0, 0, hdlr, box('ilst', ...items)))]
}

function dataBox(type: number, content: Uint8Array): Buffer {
  return box('data', u32([type, 0]), content)
}
