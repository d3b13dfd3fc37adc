import { inLanes } from '#app/download/engine/lanes.ts'
import { childAt, UnreadableFile } from '#app/download/engine/mp4-boxes.ts'
import { type FragmentSpan, readFragmentedTracks } from '#app/download/engine/mp4-fragments.ts'
import {
  type Mp4Track,
  type RandomAccess,
  readMoov,
  readMp4Tracks,
} from '#app/download/engine/mp4-tracks.ts'
import { sourceSpan } from '#app/download/engine/part.ts'
import { type AskRange, openFileBytes } from '#app/download/media/file-bytes.server.ts'
import type { MediaAddress } from '#app/posts/extracted-post.server.ts'
import type { Piece } from './playlist.ts'
import { readTsPieces, type TsFile } from './ts-pieces.server.ts'

/** A file that others are made of. */
export type SourceFile = { addresses: MediaAddress[]; size: number; ts?: never } | TsFile

/** One of the streams that are joined: a file, or segments with their head, which MPEG-TS lacks. */
export type Stream =
  | { kind: 'file'; addresses: MediaAddress[] }
  | { kind: 'segments'; base: MediaAddress; head: Piece | null; segments: Piece[] }

/** Requests a part of a file at its addresses. */
export type AskAt = (addresses: MediaAddress[]) => AskRange

const filesAtOnce = 6
/** Holds the head of a segment. */
const segmentHeadBytes = 16 * 1024

/**
 * Reads the streams' tracks, whose samples are in the returned files. Rejects with an
 * UnreadableFile or a MediaError.
 */
export async function readStreams(
  streams: readonly Stream[],
  ask: AskAt,
): Promise<{ inputs: Mp4Track[][]; files: SourceFile[] }> {
  const files: SourceFile[] = []
  const inputs: Mp4Track[][] = []
  for (const stream of streams) {
    const tracks =
      stream.kind === 'file'
        ? await readFile(stream.addresses, ask, files)
        : await readSegments(stream, ask, files)
    inputs.push(tracks)
  }
  return { inputs, files }
}

async function openWhole(addresses: MediaAddress[], ask: AskAt, headBytes?: number) {
  const file = await openFileBytes(ask(addresses), headBytes)
  if (file === null) throw new UnreadableFile('A file without a length')
  return file
}

async function readFile(
  addresses: MediaAddress[],
  ask: AskAt,
  files: SourceFile[],
): Promise<Mp4Track[]> {
  const file = await openWhole(addresses, ask)
  const source = files.push({ addresses, size: file.size }) - 1
  const moov = await readMoov(file)
  if (childAt(moov, 'mvex') !== null) {
    return readFragmentedTracks(moov, [{ source, file, start: 0, end: file.size }])
  }
  const tracks = await readMp4Tracks(file)
  for (const { samples } of tracks) {
    for (const [index, offset] of samples.offset.entries()) {
      if (offset >= sourceSpan) throw new UnreadableFile('Samples out of place')
      samples.offset[index] = source * sourceSpan + offset
    }
  }
  return tracks
}

async function readSegments(
  { base, head, segments }: Extract<Stream, { kind: 'segments' }>,
  ask: AskAt,
  files: SourceFile[],
): Promise<Mp4Track[]> {
  if (head === null) {
    const places = segments.map(({ name, from, to }) => {
      return { addresses: [beside(base, name)], from, to }
    })
    const read = await readTsPieces(places, ask, files.length)
    files.push(...read.files)
    return read.tracks
  }
  const names = [...new Set(segments.map(({ name }) => name))]
  const open = (name: string) => openWhole([beside(base, name)], ask, segmentHeadBytes)
  const opened = await inLanes(names, filesAtOnce, open)
  const first = files.length
  for (const [index, { size }] of opened.entries()) {
    files.push({ addresses: [beside(base, names[index] ?? '')], size })
  }
  const shared = opened[names.indexOf(head.name)]
  const headFile = shared ?? (await open(head.name))
  const moov = await readMoov(partOf(headFile, head))
  const spans = segments.flatMap(({ name, from, to }): FragmentSpan[] => {
    const file = opened[names.indexOf(name)]
    if (file === undefined) return []
    return [{ source: first + names.indexOf(name), file, start: from, end: endOf(file, to) }]
  })
  return readFragmentedTracks(moov, spans)
}

function partOf(file: RandomAccess, { from, to }: Piece): RandomAccess {
  const size = endOf(file, to) - from
  return { size, read: (start, end) => file.read(from + start, from + end) }
}

function endOf({ size }: RandomAccess, to: number | null): number {
  if (to !== null && to > size) throw new UnreadableFile('A piece that reaches past the end')
  return to ?? size
}

/** Returns the address of a file in the same folder. */
function beside({ url, profile }: MediaAddress, name: string): MediaAddress {
  return { url: new URL(name, url).href, profile }
}
