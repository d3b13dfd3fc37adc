import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import {
  BodyError,
  type GuardedAnswer,
  type GuardedClient,
  type ResponseHeaders,
} from '#app/outbound/fetch.server.ts'
import { createHostPacer } from '#app/outbound/host-pacer.ts'
import { createSingleFlight } from '#app/outbound/single-flight.ts'
import { findLink } from './page-links.ts'
import { allowAll, parseRobots, type RobotsRules, robotsMaxBytes } from './robots.ts'

/** Why a look at a page says nothing about the link: nothing changes by it. */
export type CrawlIssue =
  | 'robots'
  | 'robots_unreachable'
  | 'blocked_address'
  | 'timeout'
  | 'unreachable'
  | 'protocol'
  | 'too_many_redirects'
  | 'too_large'
  | 'not_html'

/** What a look at a page found; `finalUrl` is where it ended after redirects. */
export type LinkCheck =
  | { outcome: 'found'; statusCode: number; finalUrl: string; anchor: string; rel: string }
  | { outcome: 'missing'; statusCode: number; finalUrl: string }
  | { outcome: 'http_error'; statusCode: number; finalUrl: string }
  | { outcome: 'issue'; issue: CrawlIssue; statusCode: number | null; finalUrl: string | null }

export type LinkChecker = {
  /** Looks at one page; null when `signal` ended it. Never throws. */
  check(url: string, signal: AbortSignal): Promise<LinkCheck | null>
}

export type LinkCheckerOptions = {
  client: GuardedClient
  /** The host that links are looked for, as in a URL. */
  siteHost: string
  userAgent: string
  /** What robots.txt files call us. */
  agentToken: string
  /** Least milliseconds between two requests to one host. */
  intervalMs: number
  /** For one request, its body included. */
  timeoutMs: number
  maxBytes: number
}

const maxRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])
const robotsKeptMs = 60 * 60_000
const problemKeptMs = 60_000
const robotsKept = 500

type Robots = { rules: RobotsRules } | { issue: CrawlIssue }
type Issue = Extract<LinkCheck, { outcome: 'issue' }>

/** Looks whether pages still link to the site, slowly and politely. */
export function createLinkChecker(options: LinkCheckerOptions): LinkChecker {
  const { client, siteHost, userAgent, agentToken, timeoutMs, maxBytes } = options
  const pacer = createHostPacer(options.intervalMs)
  const flights = createSingleFlight<string, Robots | null>()
  const known = new LRUCache<string, { robots: Robots; until: number }>({ max: robotsKept })

  async function get(url: URL, signal: AbortSignal, redirectLimit = 0) {
    if (!(await pacer.acquire(url.host, signal))) return null
    const timeout = AbortSignal.timeout(timeoutMs)
    const answer = await client.request(url, {
      headers: {
        'user-agent': userAgent,
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
      },
      signal: AbortSignal.any([signal, timeout]),
      maxRedirects: redirectLimit,
      plainHttp: true,
    })
    return { answer, timedOut: () => timeout.aborted }
  }

  /** The site's rules, or why they cannot be had, which means to stay away; null on an abort. */
  async function robotsOf(origin: string, signal: AbortSignal): Promise<Robots | null> {
    const kept = known.get(origin)
    if (kept !== undefined && kept.until > performance.now()) return kept.robots
    // Many pages of one site may be checked at once: they share the file.
    const asked = flights.run(origin, (shared) => askRobots(origin, shared), signal)
    return asked.catch(() => null)
  }

  async function askRobots(origin: string, signal: AbortSignal): Promise<Robots | null> {
    const got = await get(new URL('/robots.txt', origin), signal, maxRedirects)
    if (got === null) return null
    const robots = await readRobots(got.answer, got.timedOut)
    if (signal.aborted) return null
    const keepMs = 'rules' in robots ? robotsKeptMs : problemKeptMs
    known.set(origin, { robots, until: performance.now() + keepMs })
    return robots
  }

  async function readRobots(answer: GuardedAnswer, timedOut: () => boolean): Promise<Robots> {
    if (!answer.ok) {
      return answer.failure === 'too_many_redirects'
        ? { rules: allowAll }
        : { issue: issueOf(answer.failure, timedOut()) }
    }
    if (answer.status !== 200) {
      answer.body.destroy()
      // No such file: everything is open. A site in trouble may have rules all the same.
      return answer.status >= 500 ? { issue: 'robots_unreachable' } : { rules: allowAll }
    }
    const { bytes, failure } = await readUpTo(answer.body, robotsMaxBytes)
    if (failure !== null) return { issue: issueOf(failure, timedOut()) }
    const unpacked = await unpack(bytes, answer.headers, robotsMaxBytes)
    return unpacked === null || unpacked.more
      ? { issue: 'robots_unreachable' }
      : { rules: parseRobots(unpacked.bytes.toString('utf8'), agentToken) }
  }

  async function check(address: string, signal: AbortSignal): Promise<LinkCheck | null> {
    let next = URL.canParse(address) ? new URL(address) : null
    let status: number | null = null
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const url = next
      if (url === null || !/^https?:$/.test(url.protocol)) {
        return issue('blocked_address', status, url?.href ?? null)
      }
      const robots = await robotsOf(url.origin, signal)
      if (robots === null) return null
      if ('issue' in robots) return issue(robots.issue, null, url.href)
      if (!robots.rules.allows(url)) return issue('robots', null, url.href)
      const got = await get(url, signal)
      if (got === null || signal.aborted) return null
      const { answer, timedOut } = got
      if (!answer.ok) return issue(issueOf(answer.failure, timedOut()), null, url.href)
      const location = answer.headers.location
      if (!redirects.has(answer.status) || location === undefined) {
        const result = await read(answer, timedOut)
        return signal.aborted ? null : result
      }
      answer.body.destroy()
      status = answer.status
      next = URL.canParse(String(location), url) ? new URL(String(location), url) : null
    }
    return issue('too_many_redirects', status, next?.href ?? null)
  }

  async function read(
    answer: Extract<GuardedAnswer, { ok: true }>,
    timedOut: () => boolean,
  ): Promise<LinkCheck> {
    const { status: statusCode, headers, url: finalUrl, body } = answer
    if (statusCode >= 400) {
      body.destroy()
      return { outcome: 'http_error', statusCode, finalUrl }
    }
    const type = String(headers['content-type'] ?? 'text/html').toLowerCase()
    if (statusCode !== 200 || !/^\s*(text\/html|application\/xhtml\+xml)\b/.test(type)) {
      body.destroy()
      return issue('not_html', statusCode, finalUrl)
    }
    const { bytes, failure, more } = await readUpTo(body, maxBytes)
    if (failure !== null) return issue(issueOf(failure, timedOut()), statusCode, finalUrl)
    const unpacked = await unpack(bytes, headers, maxBytes)
    if (unpacked === null) return issue('protocol', statusCode, finalUrl)
    const link = await findLink(decode(unpacked.bytes, type), finalUrl, siteHost)
    if (link !== null) return { outcome: 'found', statusCode, finalUrl, ...link }
    // The link may be in what was not read.
    if (more || unpacked.more) return issue('too_large', statusCode, finalUrl)
    return { outcome: 'missing', statusCode, finalUrl }
  }

  return { check }
}

function issue(
  why: CrawlIssue,
  statusCode: number | null = null,
  finalUrl: string | null = null,
): Issue {
  return { outcome: 'issue', issue: why, statusCode, finalUrl }
}

function issueOf(failure: string, timedOut: boolean): CrawlIssue {
  if (timedOut || failure === 'timeout') return 'timeout'
  if (failure === 'blocked_address' || failure === 'too_many_redirects') return failure
  return failure === 'protocol' ? 'protocol' : 'unreachable'
}

/** The beginning of a body; `more` when it goes on beyond `maxBytes`. */
async function readUpTo(
  body: Extract<GuardedAnswer, { ok: true }>['body'],
  maxBytes: number,
): Promise<{ bytes: Buffer; failure: string | null; more: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop destroys the stream, and with it the connection.
      if (size > maxBytes) break
    }
  } catch (error) {
    const failure = error instanceof BodyError ? error.failure : 'connect'
    return { bytes: Buffer.alloc(0), failure, more: false }
  }
  const bytes = Buffer.concat(chunks, size).subarray(0, maxBytes)
  return { bytes, failure: null, more: size > maxBytes }
}

const unpackers = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/** Some servers compress without being asked. Null when it cannot be undone. */
async function unpack(
  bytes: Buffer,
  headers: ResponseHeaders,
  maxBytes: number,
): Promise<{ bytes: Buffer; more: boolean } | null> {
  const encoding = String(headers['content-encoding'] ?? 'identity')
    .toLowerCase()
    .trim()
  if (encoding === 'identity' || encoding === '') return { bytes, more: false }
  const name = encoding === 'x-gzip' ? 'gzip' : encoding
  if (name !== 'gzip' && name !== 'deflate' && name !== 'br') return null
  const flush = name === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
  try {
    // A beginning is unpacked as far as it goes.
    const options = { finishFlush: flush, maxOutputLength: maxBytes }
    return { bytes: await unpackers[name](bytes, options), more: false }
  } catch (error) {
    const tooLong =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return tooLong ? { bytes: Buffer.alloc(0), more: true } : null
  }
}

/** By the head's charset, else the page's own, else UTF-8: wrong letters hide no address. */
function decode(bytes: Buffer, contentType: string): string {
  const beginning = bytes.subarray(0, 1024).toString('latin1')
  const named = /charset\s*=\s*["']?([\w-]+)/i
  const label = named.exec(contentType)?.[1] ?? named.exec(beginning)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
