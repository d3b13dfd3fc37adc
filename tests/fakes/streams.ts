import { readFileSync } from 'node:fs'
import { fileOf, type MediaFile } from './media-files.ts'

/** A clip's picture or sound alone, in fragments. Made of tests/fakes/media/cuts/b-frames.mp4. */
export function readStream(name: 'picture' | 'sound'): Buffer {
  return readFileSync(new URL(`media/joins/${name}.mp4`, import.meta.url))
}

/** The same clip in pieces of MPEG-TS. */
export function readPieces(): Buffer[] {
  return [0, 1, 2, 3].map((piece) =>
    readFileSync(new URL(`media/joins/piece-${piece}.mpegts`, import.meta.url)),
  )
}

/** Splits a fragmented file into what HLS serves: the head of all fragments, and each of them. */
export function splitStream(bytes: Buffer): { head: Buffer; segments: Buffer[] } {
  const head: Buffer[] = []
  const segments: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const box = bytes.subarray(at, end)
    if (type === 'ftyp' || type === 'moov') head.push(box)
    else if (type === 'moof') segments.push(box)
    else if (type === 'mdat') segments.push(Buffer.concat([segments.pop() ?? Buffer.alloc(0), box]))
    at = end
  }
  return { head: Buffer.concat(head), segments }
}

export function playlistOf(lines: readonly string[]): MediaFile {
  const text = ['#EXTM3U', '#EXT-X-VERSION:7', ...lines, ''].join('\n')
  return fileOf(Buffer.from(text), 'application/x-mpegURL')
}

/** A stream's playlist and its files, by the names that begin with `name`. */
export function hlsFiles(name: string, bytes: Buffer): Map<string, MediaFile> {
  const { head, segments } = splitStream(bytes)
  const lines = segments.flatMap((_, index) => ['#EXTINF:3.0,', `${name}_${index}.m4s`])
  return new Map([
    [`${name}.m3u8`, playlistOf([`#EXT-X-MAP:URI="${name}_init.mp4"`, ...lines, '#EXT-X-ENDLIST'])],
    [`${name}_init.mp4`, fileOf(head, 'video/mp4')],
    ...segments.map(
      (segment, index) => [`${name}_${index}.m4s`, fileOf(segment, 'video/iso.segment')] as const,
    ),
  ])
}
