export type MediaKind =
  | 'mp4'
  | 'm4a'
  | 'mp3'
  | 'aac'
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'heic'
  | 'avif'
  | 'gif'
  | 'vtt'
  | 'segment'
  | 'm3u8'

/** The only content types and extensions sent to visitors, never an upstream's own. */
export const mediaTypes: Readonly<Record<MediaKind, { contentType: string; extension: string }>> = {
  mp4: { contentType: 'video/mp4', extension: 'mp4' },
  m4a: { contentType: 'audio/mp4', extension: 'm4a' },
  mp3: { contentType: 'audio/mpeg', extension: 'mp3' },
  aac: { contentType: 'audio/aac', extension: 'aac' },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
  webp: { contentType: 'image/webp', extension: 'webp' },
  heic: { contentType: 'image/heic', extension: 'heic' },
  avif: { contentType: 'image/avif', extension: 'avif' },
  gif: { contentType: 'image/gif', extension: 'gif' },
  // Never sent as it came: captions are written anew.
  vtt: { contentType: 'application/octet-stream', extension: 'vtt' },
  // Never sent either: a file is made of them.
  segment: { contentType: 'application/octet-stream', extension: 'm4s' },
  m3u8: { contentType: 'application/octet-stream', extension: 'm3u8' },
}

/** First bytes that `sniffMedia` needs; a shorter file has fewer. */
export const SNIFF_BYTES = 64

const AVIF_BRANDS = new Set(['avif', 'avis'])
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])
const SEGMENT_BOXES = new Set(['styp', 'sidx', 'moof', 'prft', 'emsg'])
const AUDIO_BRANDS = new Set(['M4A ', 'M4B ', 'M4P '])

/** Detects a media file by its first bytes. Null for anything else, above all for markup. */
export function sniffMedia(bytes: Uint8Array): MediaKind | null {
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (/^GIF8[79]a$/.test(latin1(bytes, 0, 6))) return 'gif'
  if (latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP') return 'webp'
  if (latin1(bytes, 4, 8) === 'ftyp') return sniffBrand(bytes)
  // The segments of a stream begin with their own boxes, which are short.
  if (bytes[0] === 0 && SEGMENT_BOXES.has(latin1(bytes, 4, 8))) return 'segment'
  if (latin1(bytes, 0, 3) === 'ID3') {
    // The version check rules out text that merely starts with the mark.
    const version = bytes[3] ?? 0
    return version >= 2 && version <= 4 ? 'mp3' : null
  }
  if (/^(?:\u00EF\u00BB\u00BF)?WEBVTT[ \t\r\n]/.test(latin1(bytes, 0, 10))) return 'vtt'
  if (isTransportStream(bytes)) return 'segment'
  if (/^#EXTM3U[\r\n]/.test(latin1(bytes, 0, 8))) return 'm3u8'
  return sniffFrame(bytes)
}

/** Reads the type of an ISO base media file from the brands in its first box. */
function sniffBrand(bytes: Uint8Array): MediaKind | null {
  const major = latin1(bytes, 8, 12)
  const size = bytes.length < 12 ? 0 : (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0)
  // The brand list is short, so its length begins with zeros, which no text does.
  if (bytes[0] !== 0 || bytes[1] !== 0 || size < 16 || size > 4096) return null
  const brands = [major]
  for (let at = 16; at + 4 <= Math.min(size, bytes.length); at += 4) {
    brands.push(latin1(bytes, at, at + 4))
  }
  if (AVIF_BRANDS.has(major)) return 'avif'
  // 'mif1' is any still image's brand; the compatible brands name its codec.
  if (HEIC_BRANDS.has(major))
    return brands.some((brand) => AVIF_BRANDS.has(brand)) ? 'avif' : 'heic'
  return AUDIO_BRANDS.has(major) ? 'm4a' : 'mp4'
}

/** True for a packet of MPEG-TS with one of the tables that come first. */
function isTransportStream([sync, high = 0, low]: Uint8Array): boolean {
  return sync === 0x47 && (high & 0xbf) === 0 && (low === 0 || low === 0x11)
}

/** Detects a bare MPEG audio frame: MP3 (layer III) or AAC in ADTS (layer bits 00). */
function sniffFrame(bytes: Uint8Array): MediaKind | null {
  const [sync = 0, layer = 0, rates = 0] = bytes
  if (sync !== 0xff) return null
  if ((layer & 0xf6) === 0xf0) return ((rates >> 2) & 0x0f) <= 12 ? 'aac' : null
  const isLayer3 = (layer & 0xe6) === 0xe2 && (layer & 0x18) !== 0x08
  const bitrate = rates >> 4
  const isFrame = bitrate !== 0 && bitrate !== 15 && (rates & 0x0c) !== 0x0c
  return isLayer3 && isFrame ? 'mp3' : null
}

function startsWith(bytes: Uint8Array, offset: number, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[offset + index] === byte)
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}
