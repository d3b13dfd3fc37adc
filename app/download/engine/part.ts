/**
 * Plans a part of an MP4 without decoding anything: the new file is an index of its own, and then
 * samples of the source, as they are. The picture starts at the asked frame although decoding
 * starts at a key frame: the frames between them get one tick each and are hidden by an edit list,
 * so that players which ignore edit lists are only some ticks off.
 */
import { UnreadableFile } from './mp4-boxes.ts'
import { type FileTags, type NewTrack, writeHeader } from './mp4-header.ts'
import { type Mp4Track, type RandomAccess, readMp4Tracks } from './mp4-tracks.ts'

export type PartOrder = {
  fromMs: number
  /** Null for the file's end. */
  toMs: number | null
  tracks: 'all' | 'sound'
  tags: FileTags
}

/**
 * Positions in several sources in one number: those of the second one begin here, and so on. No
 * source is as large.
 */
export const sourceSpan = 2 ** 33

/** A new file: `header`, then the sources' bytes of each range in turn. */
export type PartPlan = {
  header: Buffer
  /** Starts and ends (exclusive) of ranges in the sources, in turn. */
  ranges: Float64Array
  totalBytes: number
  durationMs: number
}

/** Thrown if the file has nothing of the kind or in the time asked for. */
export class NothingThere extends Error {
  override readonly name = 'NothingThere'
}

/** Thrown if the file ends before the part begins. */
export class PastEnd extends Error {
  override readonly name = 'PastEnd'
}

/** Players without edit lists are off by a tick per hidden frame: at least this many a second. */
const leastTicks = 57_600

/**
 * Reads a file's index and plans a part of it. Always the same for the same source and order.
 * Throws an UnreadableFile, NothingThere or PastEnd.
 */
export async function planPart(file: RandomAccess, order: PartOrder): Promise<PartPlan> {
  return planTracks([await readMp4Tracks(file)], [file.size], order)
}

/**
 * Plans a part of several inputs' tracks as one file; `sizes` are their sources'. An input's
 * samples keep their order, those of different inputs take turns by the second.
 */
export function planTracks(
  inputs: readonly Mp4Track[][],
  sizes: readonly number[],
  order: PartOrder,
): PartPlan {
  const all = inputs.flat()
  if (all.length === 0) throw new UnreadableFile('No track')
  const sound = all.find(({ kind }) => kind === 'sound')
  const video = order.tracks === 'all' ? all.find(({ kind }) => kind === 'video') : undefined
  if (order.tracks === 'sound' && sound === undefined) throw new NothingThere('No sound')
  const from = order.fromMs / 1000
  const endsAt = Math.max(...[video, sound].map((track) => (track ? endOf(track) : 0)))
  if (from > 0 && from >= endsAt) throw new PastEnd(`${from} of ${endsAt} s`)
  const to = Math.min(order.toMs === null ? endsAt : order.toMs / 1000, endsAt)
  if (to <= from) throw new NothingThere(`Nothing from ${from} to ${to} s`)
  const tracks = [
    ...(video === undefined ? [] : [cutVideo(video, from, to)]),
    ...(sound === undefined ? [] : cutSound(sound, from, to)),
  ]
  if (tracks.length === 0) throw new NothingThere('No such track')
  const inputOf = ({ track }: NewTrack) => inputs.findIndex((input) => input.includes(track))
  const ranges = placeSamples(tracks, inputOf, sizes)
  const isVideo = video !== undefined
  const header = writeHeader(tracks, { seconds: to - from, isVideo, tags: order.tags })
  let totalBytes = header.length
  for (let at = 0; at < ranges.length; at += 2) {
    totalBytes += (ranges[at + 1] ?? 0) - (ranges[at] ?? 0)
  }
  return { header, ranges, totalBytes, durationMs: Math.round((to - from) * 1000) }
}

/** Moves all tracks earlier by the same time, so that the first one begins at the start. */
export function startTogether(tracks: readonly Mp4Track[]): void {
  const starts = tracks.map(({ samples, timescale }) => {
    return samples.shownAt.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY) / timescale
  })
  // The start is behind the part that an edit list hides.
  const earliest = Math.max(0, Math.min(...starts))
  for (const track of tracks) {
    const { shownAt } = track.samples
    const ticks = Math.round(earliest * track.timescale)
    for (const [index, time] of shownAt.entries()) shownAt[index] = time - ticks
    // The time at which an edit list ends a track was counted from its own start.
    track.endsAt = Number.POSITIVE_INFINITY
  }
}

/** Returns when a track ends, in seconds. */
function endOf({ samples, timescale, endsAt }: Mp4Track): number {
  let end = 0
  for (let index = 0; index < samples.count; index += 1) {
    end = Math.max(end, at(samples.shownAt, index) + at(samples.duration, index))
  }
  return Math.min(end, endsAt) / timescale
}

function cutVideo(track: Mp4Track, from: number, to: number): NewTrack {
  const factor = Math.ceil(leastTicks / track.timescale)
  const timescale = track.timescale * factor
  const { samples } = track
  const start = Math.round(from * timescale)
  const end = Math.round(to * timescale)
  const shownAt = samples.shownAt.map((time) => Math.round(time * factor))
  const first = firstShown(shownAt, start)
  const kept = keptFrames(samples, shownAt, first, end)
  const inOrder = kept.toSorted((a, b) => at(shownAt, a) - at(shownAt, b))

  const times = new Map<number, number>()
  const hidden = inOrder.indexOf(first)
  // A player that rounds times would show a hidden frame that ends just where the part begins.
  const mediaTime = hidden === 0 ? 0 : hidden + 1
  let late = 0
  for (const [place, index] of inOrder.entries()) {
    const time = at(shownAt, index)
    if (place < hidden) times.set(index, place)
    else if (place === hidden) times.set(index, mediaTime)
    else if (time < end) times.set(index, mediaTime + Math.max(0, time - start))
    // Decoded before the part's last frame, but shown after it.
    else times.set(index, mediaTime + end - start + late++)
  }
  const last = inOrder.findLast((index) => at(shownAt, index) < end || index === first) ?? first
  const lastEnd = at(shownAt, last) + at(samples.duration, last) * factor
  const ownEnd = Math.min(end, lastEnd, Math.round(track.endsAt * factor))
  // A picture that is over before the part begins stands still.
  const shownFor = (ownEnd > start ? ownEnd : end) - start
  const shown = inOrder.map((index) => times.get(index) ?? 0)
  // A decoder shows a hidden frame if a shown one's duration is written for it. So each has its
  // own, not the time until the next one is decoded, and the shifts make up for it.
  const durations = new Map<number, number>()
  for (const [place, index] of inOrder.entries()) {
    const time = at(shown, place)
    const next = shown[place + 1] ?? Math.max(time + 1, mediaTime + shownFor)
    durations.set(index, place < hidden ? 1 : next - time)
  }
  let decodedAt = 0
  const frames = kept.map((index) => {
    const duration = durations.get(index) ?? 0
    const shift = (times.get(index) ?? 0) - decodedAt
    decodedAt += duration
    return { index, duration, shift, position: 0 }
  })
  return { track, timescale, startsAt: 0, mediaTime, shownFor, samples: frames }
}

/** Returns the frame that is shown at `start`; the first one if it comes later. */
function firstShown(shownAt: Float64Array, start: number): number {
  let found = -1
  let earliest = 0
  for (let index = 0; index < shownAt.length; index += 1) {
    const time = at(shownAt, index)
    if (time <= start && (found < 0 || time > at(shownAt, found))) found = index
    if (time < at(shownAt, earliest)) earliest = index
  }
  return found < 0 ? earliest : found
}

/** Returns the frames to decode, in decoding order, for what is shown from `first` until `end`. */
function keptFrames(
  { isKey, count }: Mp4Track['samples'],
  shownAt: Float64Array,
  first: number,
  end: number,
): number[] {
  const firstTime = at(shownAt, first)
  let key = first
  // A frame can be decoded after a key frame and shown before it.
  while (key > 0 && (isKey[key] !== 1 || at(shownAt, key) > firstTime)) key -= 1
  let last = first
  for (let index = first; index < count; index += 1) {
    const time = at(shownAt, index)
    if (time > firstTime && time < end) last = index
  }
  return Array.from({ length: last - key + 1 }, (_, index) => key + index)
}

/** Returns the track, or nothing if it has no sound in this time. */
function cutSound(track: Mp4Track, from: number, to: number): NewTrack[] {
  const { samples, timescale } = track
  const start = Math.round(from * timescale)
  const end = Math.min(Math.round(to * timescale), Math.round(track.endsAt))
  let first = -1
  let last = -1
  for (let index = 0; index < samples.count; index += 1) {
    const time = Math.round(at(samples.shownAt, index))
    if (time >= end) break
    // The file's own start is kept with what its edit list hides: the decoder's first packet.
    if (first < 0 && (start === 0 || time + at(samples.duration, index) > start)) first = index
    last = index
  }
  const firstTime = Math.round(at(samples.shownAt, first))
  if (first < 0 || end <= Math.max(start, firstTime)) return []
  const mediaTime = Math.max(0, start - firstTime)
  const startsAt = Math.max(0, firstTime - start)
  const lastEnd = Math.round(at(samples.shownAt, last)) + at(samples.duration, last)
  const shownFor = Math.min(end, lastEnd) - Math.max(start, firstTime)
  const packets = Array.from({ length: last - first + 1 }, (_, place) => {
    const index = first + place
    return { index, duration: at(samples.duration, index), shift: 0, position: 0 }
  })
  return [{ track, timescale, startsAt, mediaTime, shownFor, samples: packets }]
}

/**
 * Puts the kept samples in the order of the sources, so that each is read once and forward. Sets
 * their positions after the header, and returns what to read.
 */
function placeSamples(
  tracks: NewTrack[],
  inputOf: (track: NewTrack) => number,
  sizes: readonly number[],
): Float64Array {
  const kept = tracks.flatMap((one) => {
    const { track, timescale, startsAt, samples } = one
    const input = inputOf(one)
    let time = startsAt
    return samples.map((sample) => {
      const second = Math.floor(time / timescale)
      time += sample.duration
      const start = at(track.samples.offset, sample.index)
      return { sample, input, second, start, bytes: at(track.samples.size, sample.index) }
    })
  })
  kept.sort((a, b) => a.input - b.input || a.start - b.start)
  let [input, second, readUntil] = [-1, 0, 0]
  for (const one of kept) {
    if (one.input !== input) [input, second, readUntil] = [one.input, 0, 0]
    const end = one.start + one.bytes
    const source = Math.floor(one.start / sourceSpan)
    // Samples that share bytes could make a small file endless.
    if (one.start < readUntil || end - source * sourceSpan > (sizes[source] ?? 0)) {
      throw new UnreadableFile('Samples out of place')
    }
    readUntil = end
    second = Math.max(second, one.second)
    one.second = second
  }
  kept.sort((a, b) => a.second - b.second || a.input - b.input)
  const ranges: number[] = []
  let written = 0
  for (const { sample, start, bytes } of kept) {
    if (start === ranges.at(-1)) ranges[ranges.length - 1] = start + bytes
    else ranges.push(start, start + bytes)
    sample.position = written
    written += bytes
  }
  return Float64Array.from(ranges)
}

function at(numbers: Float64Array | Uint32Array | number[], index: number): number {
  return numbers[index] ?? 0
}
