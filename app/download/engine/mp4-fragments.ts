/**
 * Reads fragmented MP4s (CMAF, and the segments of HLS), whose samples are described piece by piece
 * next to their bytes, as tracks like those of plain files.
 */
import { inLanes } from './lanes.ts'
import { boxHeadAt, childAt, childrenOf, UnreadableFile } from './mp4-boxes.ts'
import {
  emptySamples,
  type Mp4Track,
  missing,
  mostSamples,
  mostTracks,
  movieScaleOf,
  type RandomAccess,
  readTrackHead,
  type TrackHead,
} from './mp4-tracks.ts'
import { sourceSpan } from './part.ts'

/** Fragments in [start, end) of a file. `source` is its number among those of a plan. */
export type FragmentSpan = { source: number; file: RandomAccess; start: number; end: number }

/** A fragment's description: the content of its `moof`, which begins at `at`. */
type Fragment = { source: number; at: number; moof: Buffer }

const mostFragments = 5_000
const mostBoxes = 20_000
const mostFragmentBytes = 1024 * 1024
/** All fragments' descriptions are held until the last one is read. */
const mostDescriptionBytes = 16 * 1024 * 1024
const requestsAtOnce = 6
/** Most descriptions fit in one read. */
const readBytes = 8 * 1024

/** The defaults of a track's samples, which each fragment and each run of samples can replace. */
type Defaults = { description: number; duration: number; size: number; flags: number }

type Growing = {
  head: TrackHead
  shift: number
  defaults: Defaults
  /** Where the next sample goes on in time. */
  decodedAt: number
  samples: Sample[]
}

type Sample = {
  offset: number
  size: number
  decodedAt: number
  shown: number
  duration: number
  isKey: boolean
  description: number
}

/**
 * Reads the tracks of the fragments in `spans`, in order, by the head in `moov`. Times are as the
 * fragments state them. Throws an UnreadableFile.
 */
export async function readFragmentedTracks(
  moov: Buffer,
  spans: readonly FragmentSpan[],
): Promise<Mp4Track[]> {
  const tracks = growingTracks(moov)
  const [first] = spans
  const indexed = first !== undefined && spans.length === 1 ? await indexedSpans(first) : spans
  const budget = { left: mostDescriptionBytes }
  const found = await inLanes(indexed, requestsAtOnce, (span) => fragmentsIn(span, budget))
  const fragments = found.flat()
  if (fragments.length > mostFragments) throw new UnreadableFile(`${fragments.length} fragments`)
  let left = mostSamples
  for (const fragment of fragments) left -= addFragment(fragment, tracks, left)
  return [...tracks.values()].flatMap((track) =>
    track.samples.length === 0 ? [] : [finished(track)],
  )
}

function growingTracks(moov: Buffer): Map<number, Growing> {
  const movieScale = movieScaleOf(moov)
  const defaults = new Map<number, Defaults>()
  for (const trex of childrenOf(childAt(moov, 'mvex') ?? missing('mvex'), 'trex')) {
    if (trex.length < 24) throw new UnreadableFile('A short trex')
    const [id = 0, description = 0, duration = 0, size = 0, flags = 0] = [4, 8, 12, 16, 20].map(
      (at) => trex.readUInt32BE(at),
    )
    defaults.set(id, { description, duration, size, flags })
  }
  const tracks = new Map<number, Growing>()
  for (const trak of childrenOf(moov, 'trak').slice(0, mostTracks)) {
    const read = readTrackHead(trak, movieScale)
    if (read === null) continue
    const tkhd = childAt(trak, 'tkhd') ?? missing('tkhd')
    const id = tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12)
    const own = defaults.get(id)
    if (own === undefined) throw new UnreadableFile(`No defaults of track ${id}`)
    const { shift, ...head } = read
    tracks.set(id, { head, shift, defaults: own, decodedAt: 0, samples: [] })
  }
  return tracks
}

/** Reads a file's bytes by a few requests, each for somewhat more than is needed now. */
function windowOf({ file, end: last }: FragmentSpan) {
  let held = Buffer.alloc(0)
  let heldAt = 0
  return async (start: number, end: number): Promise<Buffer> => {
    if (end > last) throw new UnreadableFile('A box reaches past the end')
    if (start < heldAt || end > heldAt + held.length) {
      held = Buffer.from(await file.read(start, Math.min(last, Math.max(end, start + readBytes))))
      heldAt = start
    }
    return held.subarray(start - heldAt, end - heldAt)
  }
}

type BoxAt = { type: string; at: number; headBytes: number; end: number }

/** Yields the heads of the boxes in a span. */
async function* boxesAt(span: FragmentSpan, bytesAt: ReturnType<typeof windowOf>) {
  let at = span.start
  for (let boxes = 0; at + 8 <= span.end; boxes += 1) {
    const head = boxHeadAt(await bytesAt(at, Math.min(at + 16, span.end)), 0)
    const size = head?.bytes ?? span.end - at
    if (head === null || size < head.headBytes || boxes >= mostBoxes) {
      throw new UnreadableFile('A box without a size, or too many of them')
    }
    const box: BoxAt = { type: head.type, at, headBytes: head.headBytes, end: at + size }
    yield box
    at = box.end
  }
}

/** Splits a file by its index of fragments, so that several can be read at once. */
async function indexedSpans(span: FragmentSpan): Promise<FragmentSpan[]> {
  const bytesAt = windowOf(span)
  for await (const { type, at, headBytes, end } of boxesAt(span, bytesAt)) {
    if (type === 'moof' || type === 'mdat') break
    if (type !== 'sidx' || end - at > mostFragmentBytes) continue
    const sizes = sizesIn(await bytesAt(at + headBytes, end))
    if (sizes === null) break
    const spans: FragmentSpan[] = []
    let start = end + sizes.firstOffset
    for (const size of sizes.sizes) {
      spans.push({ ...span, start, end: Math.min(span.end, start + size) })
      start += size
    }
    const isWhole = start >= span.end && spans.every((one) => one.start < one.end)
    // An index of a part of the file says nothing about the rest.
    return isWhole ? spans : [span]
  }
  return [span]
}

/** Returns the sizes of the pieces that a `sidx` lists. Null if they are other indexes. */
function sizesIn(sidx: Buffer): { firstOffset: number; sizes: number[] } | null {
  const isLong = sidx[0] === 1
  const at = isLong ? 28 : 20
  if (sidx.length < at + 4) throw new UnreadableFile('A short sidx')
  const firstOffset = isLong ? Number(sidx.readBigUInt64BE(20)) : sidx.readUInt32BE(16)
  const count = sidx.readUInt16BE(at + 2)
  if (sidx.length < at + 4 + count * 12 || count > mostFragments) {
    throw new UnreadableFile('A short sidx')
  }
  const references = Array.from({ length: count }, (_, index) =>
    sidx.readUInt32BE(at + 4 + index * 12),
  )
  if (references.some((reference) => reference >= 2 ** 31)) return null
  return { firstOffset, sizes: references }
}

/** Reads the descriptions in a span. `budget`: the bytes left for those of all spans. */
async function fragmentsIn(span: FragmentSpan, budget: { left: number }): Promise<Fragment[]> {
  const bytesAt = windowOf(span)
  const found: Fragment[] = []
  for await (const { type, at, headBytes, end } of boxesAt(span, bytesAt)) {
    if (type !== 'moof') continue
    if (end - at > mostFragmentBytes || found.length >= mostFragments) {
      throw new UnreadableFile('A fragment too large, or too many of them')
    }
    budget.left -= end - at
    if (budget.left < 0) throw new UnreadableFile('Too many descriptions')
    const moof = Buffer.from(await bytesAt(at + headBytes, end))
    found.push({ source: span.source, at, moof })
  }
  // A clip with a piece missing would look whole.
  if (found.length === 0) throw new UnreadableFile('A piece without samples')
  return found
}

/** Adds a fragment's samples to its tracks. Returns their number. */
function addFragment({ source, at, moof }: Fragment, tracks: Map<number, Growing>, most: number) {
  let added = 0
  let dataAt = at
  for (const traf of childrenOf(moof, 'traf').slice(0, mostTracks)) {
    const tfhd = childAt(traf, 'tfhd') ?? missing('tfhd')
    const fields = fieldsOf(tfhd, 4)
    const flags = fields.flags
    const track = tracks.get(fields.u32())
    const hasBase = (flags & 0x1) !== 0
    const base = hasBase ? fields.u64() : at
    if (track === undefined) continue
    const defaults = { ...track.defaults }
    if (flags & 0x2) defaults.description = fields.u32()
    if (flags & 0x8) defaults.duration = fields.u32()
    if (flags & 0x10) defaults.size = fields.u32()
    if (flags & 0x20) defaults.flags = fields.u32()
    const time = childAt(traf, 'tfdt')
    if (time !== null) {
      const fields = fieldsOf(time, 4)
      track.decodedAt = time[0] === 1 ? fields.u64() : fields.u32()
    }
    dataAt = base
    for (const trun of childrenOf(traf, 'trun')) {
      const run = addRun(trun, track, { defaults, base, dataAt, source }, most - added)
      added += run.count
      dataAt = run.end
    }
  }
  return added
}

type RunPlace = { defaults: Defaults; base: number; dataAt: number; source: number }

function addRun(
  trun: Buffer,
  track: Growing,
  { defaults, base, dataAt, source }: RunPlace,
  most: number,
): { count: number; end: number } {
  const fields = fieldsOf(trun, 4)
  const { flags } = fields
  const count = fields.u32()
  if (count > most) throw new UnreadableFile(`${count} more samples`)
  let offset = flags & 0x1 ? base + fields.i32() : dataAt
  const firstFlags = flags & 0x4 ? fields.u32() : null
  for (let index = 0; index < count; index += 1) {
    const duration = flags & 0x100 ? fields.u32() : defaults.duration
    const size = flags & 0x200 ? fields.u32() : defaults.size
    const own = flags & 0x400 ? fields.u32() : defaults.flags
    // Written as signed by many, also in version 0.
    const shown = flags & 0x800 ? fields.i32() : 0
    const sampleFlags = index === 0 && firstFlags !== null ? firstFlags : own
    if (offset < 0 || offset + size >= sourceSpan) throw new UnreadableFile('Samples out of place')
    track.samples.push({
      offset: source * sourceSpan + offset,
      size,
      decodedAt: track.decodedAt,
      shown,
      duration,
      isKey: (sampleFlags & 0x10000) === 0,
      description: defaults.description,
    })
    track.decodedAt += duration
    offset += size
  }
  return { count, end: offset }
}

function finished({ head, shift, samples: listed }: Growing): Mp4Track {
  const samples = emptySamples(listed.length)
  for (const [index, sample] of listed.entries()) {
    const next = listed[index + 1]
    const duration = next === undefined ? sample.duration : next.decodedAt - sample.decodedAt
    if (duration < 0) throw new UnreadableFile('Times that go back')
    samples.offset[index] = sample.offset
    samples.size[index] = sample.size
    samples.shownAt[index] = sample.decodedAt + sample.shown + shift
    samples.duration[index] = duration
    samples.isKey[index] = sample.isKey ? 1 : 0
    samples.description[index] = sample.description
  }
  return { ...head, samples }
}

/** Reads a full box's fields one after the other. Throws an UnreadableFile past its end. */
function fieldsOf(content: Buffer, from: number) {
  let at = from
  const take = (bytes: number) => {
    at += bytes
    if (at > content.length) throw new UnreadableFile('A short box')
    return at - bytes
  }
  if (content.length < 4) throw new UnreadableFile('A short box')
  return {
    flags: content.readUIntBE(1, 3),
    u32: () => content.readUInt32BE(take(4)),
    i32: () => content.readInt32BE(take(4)),
    u64: () => Number(content.readBigUInt64BE(take(8))),
  }
}
