/** Reads HLS playlists (RFC 8216). Of the names in them, only plain ones are taken. */

/** Bytes of a file. `to` is exclusive and null for the file's end. */
export type Piece = { name: string; from: number; to: number | null }

export type Variant = {
  name: string
  width: number | null
  height: number | null
  bandwidth: number
  /** The group of its separate sound. */
  sound: string | null
}

export type Playlist =
  | { kind: 'master'; variants: Variant[]; sounds: { group: string; name: string }[] }
  /** `head` describes the segments. Null for MPEG-TS, whose pieces need none. */
  | { kind: 'segments'; head: Piece | null; segments: Piece[]; seconds: number }

export const mostPlaylistBytes = 512 * 1024
const mostSegments = 2_000
/** A file in the playlist's own folder. */
const plainName = /^\w[\w.-]{0,99}\.(?:m3u8|mp4|m4s|m4v|m4a|cmfv|cmfa|ts)$/

/**
 * Parses a playlist. Null if it isn't one of a whole clip in the clear, or names anything but plain
 * files beside it.
 */
export function parsePlaylist(text: string): Playlist | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  if (lines[0] !== '#EXTM3U') return null
  return lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:'))
    ? parseMaster(lines)
    : parseSegments(lines)
}

function parseMaster(lines: readonly string[]): Playlist | null {
  const variants: Variant[] = []
  const sounds: { group: string; name: string }[] = []
  for (const [index, line] of lines.entries()) {
    const attributes = attributesOf(line)
    const name = attributes.get('URI') ?? ''
    if (line.startsWith('#EXT-X-MEDIA:') && attributes.get('TYPE') === 'AUDIO') {
      const group = attributes.get('GROUP-ID') ?? ''
      if (!plainName.test(name)) continue
      if (attributes.get('DEFAULT') === 'YES') sounds.unshift({ group, name })
      else sounds.push({ group, name })
    }
    const file = lines[index + 1] ?? ''
    if (!line.startsWith('#EXT-X-STREAM-INF:') || !plainName.test(file)) continue
    const codecs = attributes.get('CODECS')
    if (codecs !== undefined && !codecs.includes('avc1')) continue
    const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(attributes.get('RESOLUTION') ?? '') ?? []
    variants.push({
      name: file,
      width: width === undefined ? null : Number(width),
      height: height === undefined ? null : Number(height),
      bandwidth: Number(attributes.get('BANDWIDTH')) || 0,
      sound: attributes.get('AUDIO') ?? null,
    })
  }
  return variants.length === 0 ? null : { kind: 'master', variants, sounds }
}

function parseSegments(lines: readonly string[]): Playlist | null {
  const segments: Piece[] = []
  let head: Piece | null = null
  let seconds = 0
  let range: string | null = null
  let isWhole = false
  for (const line of lines) {
    const [, tag = '', value = ''] = /^#(EXT[\w-]*):?(.*)$/.exec(line) ?? []
    // Of a stream that goes on, another one's part, or one that is locked.
    if (tag === 'EXT-X-DISCONTINUITY') return null
    if (tag === 'EXT-X-KEY' && attributesOf(line).get('METHOD') !== 'NONE') return null
    if (tag === 'EXT-X-ENDLIST') isWhole = true
    else if (tag === 'EXTINF') seconds += Number.parseFloat(value) || 0
    else if (tag === 'EXT-X-BYTERANGE') range = value
    else if (tag === 'EXT-X-MAP') {
      const attributes = attributesOf(line)
      const found = pieceOf(attributes.get('URI') ?? '', attributes.get('BYTERANGE') ?? null, null)
      if (found === null || (head !== null && !isSame(head, found))) return null
      head = found
    } else if (line !== '' && !line.startsWith('#')) {
      const found = pieceOf(line, range, segments.at(-1) ?? null)
      if (found === null || segments.length >= mostSegments) return null
      segments.push(found)
      range = null
    }
  }
  return isWhole && segments.length > 0 ? { kind: 'segments', head, segments, seconds } : null
}

/** A range without a start goes on where the piece before ended. */
function pieceOf(name: string, range: string | null, before: Piece | null): Piece | null {
  if (!plainName.test(name)) return null
  if (range === null) return { name, from: 0, to: null }
  const [, length, start] = /^(\d{1,10})(?:@(\d{1,10}))?$/.exec(range) ?? []
  if (length === undefined) return null
  const next = before?.name === name ? (before.to ?? 0) : 0
  const from = start === undefined ? next : Number(start)
  return { name, from, to: from + Number(length) }
}

function isSame(a: Piece, b: Piece): boolean {
  return a.name === b.name && a.from === b.from && a.to === b.to
}

function attributesOf(line: string): Map<string, string> {
  const attributes = line.matchAll(/([A-Z\d-]{1,40})=(?:"([^"]{0,1000})"|([^",]{1,1000}))/g)
  return new Map(
    Array.from(attributes, ([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']),
  )
}
