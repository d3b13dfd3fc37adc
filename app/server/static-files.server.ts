import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import fresh from 'fresh'
import { contentType } from 'mime-types'
import { answerRange } from '#app/download/media/answer-range.ts'
import { acceptedEncoding } from '#app/http/compression.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { refuse } from './outgoing-answer.server.ts'

/** A file in one encoding. */
type StaticFile = {
  bytes: Buffer
  etag: string
  lastModified: string
  /** Headers of its 200, 206 and 304. */
  headers: Record<string, string>
  /** Headers of its 200 and 206. */
  contentHeaders: Record<string, string>
}

const endings = { br: '.br', gzip: '.gz' }

/**
 * Returns a function that answers requests for a folder's files, or returns false if there is no
 * such file. A file is read once, whole: open files would be one more thing that a visitor who
 * leaves could keep, and an update in place can't mix two versions of one.
 */
export function createStaticFiles(
  folder: string,
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const names = namesIn(folder)
  const files = new Map<string, StaticFile>()

  function fileOf(name: string, encoding: keyof typeof endings | null): StaticFile | null {
    const copy = encoding === null ? name : name + endings[encoding]
    if (!names.has(copy)) return encoding === null ? null : fileOf(name, null)
    const file = files.get(copy) ?? readFile(folder, name, encoding)
    if (file !== null) files.set(copy, file)
    return file
  }

  return (req, res) => {
    const name = nameIn(req.url ?? '')
    if (!names.has(name) || isCopy(name, names)) return false
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      refuse(res, 405, 'Method Not Allowed', { Allow: 'GET, HEAD' })
      return true
    }
    const accepted = settings().compression ? req.headers['accept-encoding'] : undefined
    const file = fileOf(name, acceptedEncoding(accepted))
    if (file === null) return false
    send(req, res, file)
    return true
  }
}

/** Answers by RFC 9110: preconditions first (13.2.2), then the range (14.2). */
function send({ method, headers: asked }: IncomingMessage, res: ServerResponse, file: StaticFile) {
  const { bytes, etag, lastModified, headers, contentHeaders } = file
  if (isOther(asked, file)) {
    refuse(res, 412, 'Precondition Failed')
    return
  }
  if (fresh(asked, { etag, 'last-modified': lastModified })) {
    res.writeHead(304, headers).end()
    return
  }
  const condition = asked['if-range']?.toString()
  const ifRange = condition === lastModified ? null : condition
  const answer = answerRange(
    { totalBytes: bytes.length, etag },
    { method: method === 'HEAD' ? 'HEAD' : 'GET', range: asked.range, ifRange },
  )
  if (answer === null) {
    refuse(res, 416, 'Range Not Satisfiable', { 'Content-Range': `bytes */${bytes.length}` })
    return
  }
  res.writeHead(answer.status, { ...headers, ...contentHeaders, ...answer.headers })
  if (method === 'HEAD') res.end()
  else res.end(bytes.subarray(answer.start, answer.end))
}

/** Returns true if a request is for another version of a file. */
function isOther(asked: IncomingHttpHeaders, { etag, lastModified }: StaticFile): boolean {
  const match = asked['if-match']
  if (match !== undefined) {
    return match.trim() !== '*' && !match.split(',').some((tag) => tag.trim() === etag)
  }
  return Date.parse(lastModified) > Date.parse(asked['if-unmodified-since'] ?? '')
}

/** Null if the file is gone. */
function readFile(
  folder: string,
  name: string,
  encoding: keyof typeof endings | null,
): StaticFile | null {
  const file = path.join(folder, encoding === null ? name : name + endings[encoding])
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return null
  const bytes = readFileSync(file)
  const type = contentType(path.extname(name)) || 'application/octet-stream'
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const lastModified = stat.mtime.toUTCString()
  const isHashed = name.startsWith('/assets/')
  return {
    bytes,
    etag,
    lastModified,
    headers: {
      'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: etag,
      'Last-Modified': lastModified,
      Vary: 'Accept-Encoding',
      // The press kit, cards in social networks and pictures of the feed's articles.
      ...(type.startsWith('image/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    },
    contentHeaders: {
      'Content-Type': type,
      ...(encoding !== null && { 'Content-Encoding': encoding }),
    },
  }
}

/** Returns the addresses of a folder's files, without hidden ones. */
function namesIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const names = files.map((file) => `/${path.relative(folder, file).split(path.sep).join('/')}`)
  return new Set(names.filter((name) => !/\/\.(?!well-known\/)/.test(name)))
}

/** Returns true for a compressed copy, which is sent at the file's own address. */
function isCopy(name: string, names: ReadonlySet<string>): boolean {
  return Object.values(endings).some(
    (ending) => name.endsWith(ending) && names.has(name.slice(0, -ending.length)),
  )
}

function nameIn(target: string): string {
  const [name = ''] = target.split('?', 1)
  return name.includes('%') ? decodeURIComponent(name) : name
}
