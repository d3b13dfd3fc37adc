import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file of which any part can be read. */
export interface MediaFile {
  size: number
  type: string
  etag: string
  /** Pieces of [start, end), in order, never copied twice. */
  chunks(start: number, end: number): Iterable<Uint8Array>
}

const chunkSize = 64 * 1024

function read(name: string): Buffer {
  return readFileSync(new URL(`media/${name}`, import.meta.url))
}

export function fileOf(bytes: Buffer, type: string): MediaFile {
  return {
    size: bytes.length,
    type,
    etag: `"${createHash('sha1').update(bytes).digest('hex').slice(0, 16)}"`,
    *chunks(start, end) {
      for (let at = start; at < end; at += chunkSize) {
        yield bytes.subarray(at, Math.min(at + chunkSize, end))
      }
    },
  }
}

const captions = `WEBVTT

00:00:00.000 --> 00:00:01.240
Hello &amp; welcome,
to <i>the</i> test pattern

00:00:01.240 --> 00:00:02.900
I &lt;3 tones
`

const germanCaptions = `WEBVTT

00:00:00.000 --> 00:00:01.240
Hallo und willkommen
`

/** Nothing of it is stored. */
const hugeCaptions: MediaFile = {
  size: 50_000_000,
  type: 'text/vtt',
  etag: '"huge"',
  *chunks(start, end) {
    const line = 'WEBVTT\n\n'
    const pattern = Buffer.alloc(chunkSize + line.length, line)
    for (let at = start; at < end; at += chunkSize) {
      const from = at % line.length
      yield pattern.subarray(from, from + Math.min(chunkSize, end - at))
    }
  },
}

const hostileCaptions = [
  '\uFEFFWEBVTT - \u0000<script>alert(0)</script>\r',
  'STYLE\r',
  '::cue { background: url(https://evil.example/) }\r',
  '\r',
  'NOTE <img src=https://evil.example/>\r',
  '\r',
  'id\u0007\r',
  '00:00:02.000 --> 00:00:03.000 line:0 position:<b>\r',
  'second <scr<b>ipt>alert(1)</script> &lt;img src=x onerror=alert(2)&gt;\u0000\u001b[31m\r',
  '1\r',
  '00:00:09.000 --&gt; 00:00:10.000 {\\an8}\r',
  '\r',
  '00:00:01.000 --> 00:00:02.000\r',
  'first\r',
  '99:99:99.999 --> 00:00:05.000\r',
  'never\r',
].join('\n')

let builtIn: Map<string, MediaFile> | undefined

/** What a media host has, by file name. `clipPath` is an MP4 file in place of the built-in one. */
export function mediaFiles(clipPath?: string): Map<string, MediaFile> {
  if (clipPath !== undefined) return filesWith(readFileSync(clipPath))
  builtIn ??= filesWith(read('clip.mp4'))
  return new Map(builtIn)
}

function filesWith(clip: Buffer): Map<string, MediaFile> {
  const sound = read('sound.mp3')
  return new Map([
    ['video.mp4', fileOf(clip, 'video/mp4')],
    // A `free` box at the end changes neither sound nor picture, but size and checksum.
    ['hd.mp4', fileOf(Buffer.concat([clip, freeBox(200_000)]), 'video/mp4')],
    ['watermarked.mp4', fileOf(Buffer.concat([clip, freeBox(999)]), 'video/mp4')],
    ['moov-last.mp4', fileOf(read('moov-last.mp4'), 'video/mp4')],
    ['hevc.mp4', fileOf(read('hevc.mp4'), 'video/mp4')],
    ['silent.mp4', fileOf(read('silent.mp4'), 'video/mp4')],
    ['music.mp3', fileOf(sound, 'audio/mpeg')],
    // Without the ID3 head it starts with the first MPEG frame (FF FB).
    ['music-bare.mp3', fileOf(sound.subarray(20), 'audio/mpeg')],
    ['music.m4a', fileOf(read('sound.m4a'), 'audio/mp4')],
    ['image-1.jpg', fileOf(read('image-1.jpg'), 'image/jpeg')],
    ['image-2.jpg', fileOf(read('image-2.jpg'), 'image/jpeg')],
    ['image-3.jpg', fileOf(read('image-3.jpg'), 'image/jpeg')],
    ['image.webp', fileOf(read('image.webp'), 'image/webp')],
    ['cover.jpg', fileOf(read('cover.jpg'), 'image/jpeg')],
    ['captions.vtt', fileOf(Buffer.from(captions), 'text/vtt')],
    ['captions-de.vtt', fileOf(Buffer.from(germanCaptions), 'text/vtt')],
    ['hostile.vtt', fileOf(Buffer.from(hostileCaptions), 'text/vtt')],
    ['huge.vtt', hugeCaptions],
    ['empty.vtt', fileOf(Buffer.from('WEBVTT\n\n'), 'text/vtt')],
    ['avatar.jpg', fileOf(read('cover.jpg'), 'image/jpeg')],
  ])
}

function freeBox(size: number): Buffer {
  const box = Buffer.alloc(size)
  box.writeUInt32BE(size, 0)
  box.write('free', 4, 'latin1')
  return box
}

const ftyp = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex')

// A prime length: pieces that are swapped, repeated or shifted by any buffer's size show.
const noiseSize = 1_048_573
let noise: Buffer | undefined

function bigNoise(): Buffer {
  if (noise) return noise
  noise = Buffer.alloc(noiseSize)
  let state = 0x2545f491
  for (let i = 0; i < noiseSize; i += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    noise[i] = state & 0xff
  }
  return noise
}

/** `size` bytes of noise behind an `ftyp` box, the same at each call; nothing of it is stored. */
export function bigFile(size: number): MediaFile {
  const pattern = bigNoise()
  return {
    size,
    type: 'video/mp4',
    etag: `"big-${size}"`,
    *chunks(start, end) {
      let at = start
      while (at < end) {
        const source = at < ftyp.length ? ftyp : pattern
        const from = source === ftyp ? at : at % noiseSize
        const length = Math.min(end - at, source.length - from, chunkSize)
        yield source.subarray(from, from + length)
        at += length
      }
    },
  }
}

/** What a client must have got for [start, end) of `file`; all of it by default. */
export function bytesOf(file: MediaFile, start = 0, end = file.size): Buffer {
  return Buffer.concat([...file.chunks(start, end)])
}

/** SHA-256 in hex of the whole file, without holding it in memory. */
export function sha256Of(file: MediaFile): string {
  const hash = createHash('sha256')
  for (const chunk of file.chunks(0, file.size)) hash.update(chunk)
  return hash.digest('hex')
}
