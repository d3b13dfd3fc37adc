import { UnreadableFile } from '#app/download/engine/mp4-boxes.ts'
import { MediaError } from '#app/download/media/file-bytes.server.ts'
import type { MediaAnswer } from '#app/download/media/media.server.ts'
import type { FileJoin, MediaAddress } from '#app/posts/extracted-post.server.ts'
import type { Stream } from './inputs.server.ts'
import { mostPlaylistBytes, type Playlist, parsePlaylist, type Variant } from './playlist.ts'

/** Requests a playlist. */
export type AskPlaylist = (addresses: MediaAddress[]) => Promise<MediaAnswer>

export const mostSeconds = 3600
const usualLines = 720

/**
 * Returns the streams that a file is made of, the picture's first; only the sound's if they are
 * apart and nothing else is wanted. Rejects with an UnreadableFile or a MediaError.
 */
export async function streamsOf(
  join: FileJoin,
  tracks: 'all' | 'sound',
  ask: AskPlaylist,
): Promise<Stream[]> {
  if (join.kind === 'tracks') {
    const { picture, sound } = join
    if (sound.length === 0) return [{ kind: 'file', addresses: picture }]
    const file = { kind: 'file', addresses: sound } as const
    return tracks === 'sound' ? [file] : [{ kind: 'file', addresses: picture }, file]
  }
  const [base] = join.addresses
  if (base === undefined) throw new MediaError('gone')
  const listed = await readPlaylist(join.addresses, ask)
  if (listed.kind === 'segments') return [segmentsOf(base, listed)]
  const variant = chosen(listed.variants, join.lines ?? usualLines)
  const sound = listed.sounds.find(({ group }) => group === variant?.sound)
  const names = [tracks === 'sound' && sound !== undefined ? null : variant?.name, sound?.name]
  const streams: Stream[] = []
  for (const name of names) {
    if (name == null) continue
    const at = { ...base, url: new URL(name, base.url).href }
    const playlist = await readPlaylist([at], ask)
    if (playlist.kind === 'master') throw new UnreadableFile('A playlist of playlists twice')
    streams.push(segmentsOf(at, playlist))
  }
  return streams
}

function segmentsOf(
  base: MediaAddress,
  { head, segments, seconds }: Extract<Playlist, { kind: 'segments' }>,
): Stream {
  if (seconds > mostSeconds) throw new MediaError('too_large')
  return { kind: 'segments', base, head, segments }
}

/** Returns the size nearest to the wanted one, the larger of two. */
function chosen(variants: readonly Variant[], lines: number): Variant | undefined {
  const distance = ({ width, height }: Variant) =>
    Math.abs(Math.min(width ?? 0, height ?? 0) - lines)
  return variants.toSorted((a, b) => distance(a) - distance(b) || b.bandwidth - a.bandwidth)[0]
}

async function readPlaylist(addresses: MediaAddress[], ask: AskPlaylist): Promise<Playlist> {
  const answer = await ask(addresses)
  if (!answer.ok) throw new MediaError(answer.failure)
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of answer.media.body as AsyncIterable<Buffer>) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes > mostPlaylistBytes) throw new UnreadableFile('A playlist too large')
    }
  } finally {
    answer.media.body.destroy()
  }
  const playlist = parsePlaylist(Buffer.concat(pieces).toString())
  if (playlist === null) throw new UnreadableFile('A playlist that leads elsewhere, or is unusual')
  return playlist
}
