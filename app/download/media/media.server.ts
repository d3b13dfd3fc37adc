import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { MediaHosts } from '#app/download/platforms/hosts.ts'
import type { GuardedClient } from '#app/outbound/fetch.server.ts'
import { type ByteRange, parseByteRange } from './byte-range.ts'
import { MediaBody } from './media-body.server.ts'
import type { MediaWay } from './media-hops.server.ts'
import { matchesValidator, type Part, parseValidator } from './media-part.ts'
import { createSampleSource, SAMPLE_SCHEME } from './media-sample.server.ts'
import { type MediaKind, SNIFF_BYTES, sniffMedia } from './media-type.ts'
import {
  createAskUpstream,
  type MediaFailure,
  type Refused,
  refused,
  translateFailure,
  type Upstream,
} from './media-upstream.server.ts'

export type { MediaFailure }

export type OpenedMedia = {
  status: 200 | 206
  kind: MediaKind
  /** Accept-ranges, content-length, content-range, etag and last-modified, each if known. */
  headers: Record<string, string>
  totalBytes: number | null
  /**
   * Pipe it with `stream.pipeline`, which destroys the visitor's socket on an error. Destroying it
   * closes the upstream connection. Empty for a HEAD.
   */
  body: Readable
}

export type MediaAnswer = { ok: true; media: OpenedMedia } | Refused

export type MediaRequest = {
  /** The visitor's headers, unchanged. */
  range?: string | null
  ifRange?: string | null
  /** A part is sent only of a file of so many bytes; else all of it. */
  ifTotal?: number | null
  method: 'GET' | 'HEAD'
  accept: 'video' | 'audio' | 'image' | 'captions' | 'segment' | 'playlist'
  /** The profile and session for the address; by default, as for an extraction service's own. */
  way?: MediaWay
  /** A larger file isn't the one that is meant. Unset or null if its size isn't certain. */
  mostBytes?: number | null
  /** Aborts opening and sending. */
  signal: AbortSignal
}

export type MediaSource = {
  /** Opens a file, and returns it only once its first bytes have proved its type. */
  open(url: string, request: MediaRequest): Promise<MediaAnswer>
}

export type MediaSourceOptions = {
  client: GuardedClient
  /** Host name suffixes, matched on a label boundary. Trusted upstreams are exempt. */
  allowedHosts: () => readonly string[]
  /** Origins of the extraction services, which serve media too. */
  serviceOrigins: () => readonly string[]
  hostsOf: MediaHosts
  maxBytes: () => number
  /** The upstream's least rate while it is waited for. */
  minBytesPerSecond: number
  /** The period over which that rate is measured. */
  idleMs: () => number
  /** The folder of the bundled `sample:name` files. */
  sampleFolder: string
}

const PLAINLY: MediaWay = { profile: 'plain', session: null }
const WHOLE: ByteRange = { kind: 'none' }
const PROBE: ByteRange = { kind: 'range', start: 0, end: 1023 }
const KNOWN_KINDS = 2_000

const ACCEPTED: Readonly<Record<MediaRequest['accept'], readonly MediaKind[]>> = {
  video: ['mp4'],
  audio: ['mp3', 'm4a', 'aac'],
  image: ['jpeg', 'png', 'webp', 'heic', 'avif', 'gif'],
  captions: ['vtt'],
  segment: ['segment', 'mp4', 'm4a'],
  playlist: ['m3u8'],
}

export function createMediaSource(options: MediaSourceOptions): MediaSource {
  const ask = createAskUpstream(options)
  const samples = createSampleSource(options.sampleFolder)
  const kinds = new LRUCache<string, { kind: MediaKind; total: number | null }>({
    max: KNOWN_KINDS,
  })

  async function open(url: string, request: MediaRequest): Promise<MediaAnswer> {
    if (request.signal.aborted) return refused('aborted')
    const asked = askedRange(request)
    if (url.startsWith(SAMPLE_SCHEME)) return openSample(url, asked, request)
    if (request.method === 'HEAD') return openHead(url, request)
    if (asked.range.kind === 'unsatisfiable') {
      const head = await openHead(url, request)
      return head.ok ? refused('range_not_satisfiable', head.media.totalBytes) : head
    }
    return openRange(url, asked, request)
  }

  function mostOf({ mostBytes }: MediaRequest): number {
    return Math.min(options.maxBytes(), mostBytes ?? Number.POSITIVE_INFINITY)
  }

  function tooLarge(bytes: number): Refused {
    return refused(bytes > options.maxBytes() ? 'too_large' : 'not_media')
  }

  async function openRange(url: string, asked: Asked, request: MediaRequest): Promise<MediaAnswer> {
    // The first bytes show a file's type. A part without them needs a second small request, made in
    // parallel unless the type of this address is known.
    const probe = seesHead(asked.range) || kinds.has(url) ? null : openHead(url, request)
    const way = request.way ?? PLAINLY
    const upstream = await ask(url, way, asked.range, asked.ifRange, request.signal)
    const askWhole = () =>
      openRange(url, { range: WHOLE, ifRange: null }, { ...request, ifTotal: null })
    if (!upstream.ok) return isOfAnother(upstream, request) ? askWhole() : upstream
    const { part, flow } = upstream
    if (part.status === 206 && !isMeant(part, asked, request)) {
      // An upstream that ignores If-Range sent a part of what can be another file.
      flow.abort()
      return askWhole()
    }
    const size = part.total ?? part.length ?? 0
    if (size > mostOf(request)) {
      flow.abort()
      return tooLarge(size)
    }
    const body = createBody(url, { part, flow }, request)
    const head = await body.head()
    if (!head.ok) return refused(translateFailure(head.failure))
    const kind = await kindOf(url, part, head.bytes, request, probe)
    if (typeof kind !== 'string') {
      body.destroy()
      return kind
    }
    return { ok: true, media: { ...describePart(part, kind), body } }
  }

  async function kindOf(
    url: string,
    part: Part,
    bytes: Buffer,
    request: MediaRequest,
    probe: Promise<MediaAnswer> | null,
  ): Promise<MediaKind | Refused> {
    const isWhole = part.start === 0 && bytes.length === part.total
    if (part.start === 0 && (bytes.length >= SNIFF_BYTES || isWhole)) {
      return remember(url, part, sniffMedia(bytes), request.accept)
    }
    const known = kinds.get(url)
    if (known !== undefined && known.total === part.total)
      return accepted(known.kind, request.accept)
    const told = await (probe ?? openHead(url, request))
    if (!told.ok) return told
    return told.media.totalBytes === part.total ? told.media.kind : refused('unavailable')
  }

  function remember(
    url: string,
    { total }: Part,
    kind: MediaKind | null,
    accept: MediaRequest['accept'],
  ): MediaKind | Refused {
    if (kind === null) {
      kinds.delete(url)
      return refused('not_media')
    }
    kinds.set(url, { kind, total })
    return accepted(kind, accept)
  }

  /** Answers a HEAD with a small GET, since CDNs answer a HEAD with 503. */
  async function openHead(url: string, request: MediaRequest): Promise<MediaAnswer> {
    const upstream = await ask(url, request.way ?? PLAINLY, PROBE, null, request.signal)
    if (!upstream.ok) {
      // Not even the first byte is in range, so the file is empty.
      return upstream.failure === 'range_not_satisfiable' ? refused('not_media') : upstream
    }
    const { part, flow } = upstream
    const body = createBody(url, { part, flow }, request)
    const head = await body.head()
    body.destroy()
    if (!head.ok) return refused(translateFailure(head.failure))
    const size = part.total ?? 0
    if (size > mostOf(request)) return tooLarge(size)
    const kind = remember(url, part, sniffMedia(head.bytes), request.accept)
    if (typeof kind !== 'string') return kind
    const { total } = part
    const whole: Part = { ...part, status: 200, start: 0, end: null, length: total, sent: total }
    return { ok: true, media: { ...describePart(whole, kind), body: Readable.from([]) } }
  }

  function createBody(url: string, { part, flow }: Upstream, request: MediaRequest): MediaBody {
    const { way = PLAINLY, signal } = request
    return new MediaBody({
      flow,
      sent: part.sent,
      length: part.length,
      maxBytes: mostOf(request),
      minBytesPerSecond: options.minBytesPerSecond,
      idleMs: options.idleMs(),
      resume: async (received, ended) => {
        const upstream = await ask(
          url,
          way,
          { kind: 'range', start: part.start + received, end: lastByte(part) },
          part.etag === null || part.etag.startsWith('W/') ? null : part.etag,
          AbortSignal.any([signal, ended]),
        )
        if (!upstream.ok) return null
        const { flow, part: later } = upstream
        if (later.status === 206 && isSameFile(later, part)) return { flow, sent: later.sent }
        flow.abort()
        return null
      },
    })
  }

  async function openSample(
    url: string,
    asked: Asked,
    request: MediaRequest,
  ): Promise<MediaAnswer> {
    const opened = await samples.open(url, asked, request.method, request.signal)
    if (!opened.ok) return refused(opened.failure, opened.totalBytes)
    const { part, body } = opened
    const kind = accepted(opened.kind, request.accept)
    if (typeof kind === 'string') return { ok: true, media: { ...describePart(part, kind), body } }
    body.destroy()
    return kind
  }

  return { open }
}

type Asked = { range: ByteRange; ifRange: string | null }

/** Reads the visitor's range headers; a HEAD means the whole file (RFC 9110 section 14.2). */
function askedRange({ method, range, ifRange }: MediaRequest): Asked {
  const parsed = method === 'HEAD' ? WHOLE : parseByteRange(range)
  if (parsed.kind === 'none' || ifRange == null) return { range: parsed, ifRange: null }
  const validator = parseValidator(ifRange)
  // An If-Range that can never match means the whole file.
  return validator === null
    ? { range: WHOLE, ifRange: null }
    : { range: parsed, ifRange: validator }
}

/** True if a part is of the file that the visitor already has a part of. */
function isMeant(part: Part, { ifRange }: Asked, { ifTotal = null }: MediaRequest): boolean {
  if (ifTotal !== null && part.total !== ifTotal) return false
  return ifRange === null || matchesValidator(ifRange, part)
}

/** True if a part isn't there since the file isn't the one that the visitor has a part of. */
function isOfAnother({ failure, totalBytes }: Refused, { ifTotal = null }: MediaRequest): boolean {
  return failure === 'range_not_satisfiable' && ifTotal !== null && totalBytes !== ifTotal
}

function seesHead(range: ByteRange): boolean {
  if (range.kind === 'none') return true
  return (
    range.kind === 'range' && range.start === 0 && (range.end ?? SNIFF_BYTES) + 1 >= SNIFF_BYTES
  )
}

/** A sound-only MP4 has the same brands as video, so it counts as M4A where sound is wanted. */
function accepted(kind: MediaKind, accept: MediaRequest['accept']): MediaKind | Refused {
  const named = accept === 'audio' && kind === 'mp4' ? 'm4a' : kind
  return ACCEPTED[accept].includes(named) ? named : refused('not_media')
}

function lastByte({ start, length }: Part): number | null {
  return length === null ? null : start + length - 1
}

function isSameFile(later: Part, earlier: Part): boolean {
  if (lastByte(later) !== lastByte(earlier)) return false
  if (later.total !== earlier.total && earlier.total !== null) return false
  const same = (a: string | null, b: string | null) => a === null || b === null || a === b
  return same(later.etag, earlier.etag) && same(later.lastModified, earlier.lastModified)
}

function describePart(part: Part, kind: MediaKind): Omit<OpenedMedia, 'body'> {
  const { status, start, length, total, etag, lastModified, acceptsRanges } = part
  const headers: Record<string, string> = {}
  if (acceptsRanges !== null) headers['accept-ranges'] = acceptsRanges ? 'bytes' : 'none'
  if (length !== null) headers['content-length'] = String(length)
  if (status === 206) headers['content-range'] = `bytes ${start}-${part.end}/${total ?? '*'}`
  if (etag !== null) headers.etag = etag
  if (lastModified !== null) headers['last-modified'] = lastModified
  return { status, kind, headers, totalBytes: total }
}
