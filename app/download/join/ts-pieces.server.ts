import { inLanes } from '#app/download/engine/lanes.ts'
import { UnreadableFile } from '#app/download/engine/mp4-boxes.ts'
import type { Mp4Track } from '#app/download/engine/mp4-tracks.ts'
import { readTsPiece } from '#app/download/engine/mpeg-ts.ts'
import { tracksOfPieces } from '#app/download/engine/ts-tracks.ts'
import {
  type AskRange,
  collect,
  MediaError,
  openFileBytes,
  streamBytes,
} from '#app/download/media/file-bytes.server.ts'
import type { MediaAddress } from '#app/posts/extracted-post.server.ts'

/** A piece at the media host, and how long its samples are once they are written as in MP4. */
export type TsFile = { addresses: MediaAddress[]; size: number; length: number; ts: Span }

type Span = { from: number; to: number }
type Place = { addresses: MediaAddress[]; from: number; to: number | null }

const piecesAtOnce = 3
/** Most pieces are read by one request. */
const usualBytes = 4 * 1024 * 1024
/** Shows the kind and size of a file whose piece is further on. */
const sniffBytes = 16 * 1024
const mostPieceBytes = 16 * 1024 * 1024
const mostBytes = 256 * 1024 * 1024

/**
 * Reads pieces of MPEG-TS whole, since nothing else tells how long their samples are. `first` is
 * the number of the first one among a plan's sources.
 */
export async function readTsPieces(
  places: readonly Place[],
  ask: (addresses: MediaAddress[]) => AskRange,
  first: number,
): Promise<{ tracks: Mp4Track[]; files: TsFile[] }> {
  let left = mostBytes
  const read = await inLanes(places, piecesAtOnce, async ({ addresses, from, to }) => {
    const headBytes =
      from > 0 ? sniffBytes : Math.min(usualBytes, Math.max(sniffBytes, to ?? usualBytes))
    const file = await openFileBytes(ask(addresses), headBytes)
    if (file === null) throw new UnreadableFile('A file without a length')
    const end = to ?? file.size
    left -= end - from
    if (left < 0 || end - from > mostPieceBytes) throw new MediaError('too_large')
    if (end > file.size) throw new UnreadableFile('A piece that reaches past the end')
    const { bytes, ...piece } = readTsPiece(await file.read(from, end))
    const { size } = file
    return { piece, file: { size, addresses, length: bytes.length, ts: { from, to: end } } }
  })
  const tracks = tracksOfPieces(
    read.map(({ piece }) => piece),
    first,
  )
  return { tracks, files: read.map(({ file }) => file) }
}

/** Reads a piece again, as its samples are written. Rejects with a MediaError. */
export async function tsPieceBytes(file: TsFile, ask: AskRange): Promise<Buffer> {
  const read = await collect(streamBytes(ask, file.size, file.ts.from, file.ts.to))
  const { bytes } = readTsPiece(read)
  if (bytes.length !== file.length) throw new MediaError('unavailable')
  return bytes
}
