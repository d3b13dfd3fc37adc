import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { codeOf } from '#app/environment/error-code.ts'
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

/** Reasons for an inconclusive check. The backlink's status stays as it is. */
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

/** The result of a check; `finalUrl` is the page's URL after redirects. */
export type LinkCheck =
  | { outcome: 'found'; statusCode: number; finalUrl: string; anchor: string; rel: string }
  | { outcome: 'missing'; statusCode: number; finalUrl: string }
  | { outcome: 'http_error'; statusCode: number; finalUrl: string }
  | { outcome: 'issue'; issue: CrawlIssue; statusCode: number | null; finalUrl: string | null }

export type LinkCheckerOptions = {
  client: GuardedClient
  /** The host that links must lead to, as in a URL. */
  siteHost: string
  userAgent: string
  /** Our name in robots.txt files. */
  agentToken: string
  /** Minimum milliseconds between two requests to the same host, and after its answer to one. */
  intervalMs: number
  /** Per request, including the body. */
  timeoutMs: number
  maxBytes: number
}

const maxRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])
const robotsKeptMs = 60 * 60_000
const problemKeptMs = 60_000
const robotsKept = 500

/** An answer, and whether its time was up. */
type Got = { answer: GuardedAnswer; timedOut: () => boolean }
type Robots = { rules: RobotsRules } | { issue: CrawlIssue }

export function createLinkChecker(options: LinkCheckerOptions) {
  const { client, siteHost, userAgent, agentToken, timeoutMs, maxBytes } = options
  const pacer = createHostPacer(options.intervalMs)
  const flights = createSingleFlight<string, Robots | null>()
  const known = new LRUCache<string, { robots: Robots; until: number }>({ max: robotsKept })

  async function get(url: URL, signal: AbortSignal, redirectLimit = 0): Promise<Got | null> {
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
    pacer.answered(url.host)
    return { answer, timedOut: () => timeout.aborted }
  }

  /** Returns a site's rules, or why it isn't crawled without them. Null if aborted. */
  async function robotsOf(origin: string, signal: AbortSignal): Promise<Robots | null> {
    const kept = known.get(origin)
    if (kept !== undefined && kept.until > performance.now()) return kept.robots
    // Concurrent checks of one site share the file.
    return flights.run(origin, (shared) => askRobots(origin, shared), signal).catch(() => null)
  }

  async function askRobots(origin: string, signal: AbortSignal): Promise<Robots | null> {
    const got = await get(new URL('/robots.txt', origin), signal, maxRedirects)
    if (got === null) return null
    const robots = await readRobots(got, agentToken)
    if (signal.aborted) return null
    const keepMs = 'rules' in robots ? robotsKeptMs : problemKeptMs
    known.set(origin, { robots, until: performance.now() + keepMs })
    return robots
  }

  /** Checks one page. Returns null if `signal` aborted. Never throws. */
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
    // The link may be in the part that was not read.
    if (more || unpacked.more) return issue('too_large', statusCode, finalUrl)
    return { outcome: 'missing', statusCode, finalUrl }
  }

  return { check }
}

/** Reads a robots.txt file for our name in it. */
async function readRobots({ answer, timedOut }: Got, agentToken: string): Promise<Robots> {
  if (!answer.ok) {
    return answer.failure === 'too_many_redirects'
      ? { rules: allowAll }
      : { issue: issueOf(answer.failure, timedOut()) }
  }
  if (answer.status !== 200) {
    answer.body.destroy()
    // Without the file everything is allowed; on a server error the rules are unknown.
    return answer.status >= 500 ? { issue: 'robots_unreachable' } : { rules: allowAll }
  }
  const { bytes, failure } = await readUpTo(answer.body, robotsMaxBytes)
  if (failure !== null) return { issue: issueOf(failure, timedOut()) }
  const unpacked = await unpack(bytes, answer.headers, robotsMaxBytes)
  return unpacked === null || unpacked.more
    ? { issue: 'robots_unreachable' }
    : { rules: parseRobots(unpacked.bytes.toString('utf8'), agentToken) }
}

function issue(why: CrawlIssue, statusCode: number | null, finalUrl: string | null): LinkCheck {
  return { outcome: 'issue', issue: why, statusCode, finalUrl }
}

function issueOf(failure: string, timedOut: boolean): CrawlIssue {
  if (timedOut || failure === 'timeout') return 'timeout'
  if (failure === 'blocked_address' || failure === 'too_many_redirects') return failure
  return failure === 'protocol' ? 'protocol' : 'unreachable'
}

/** Reads at most `maxBytes` of a body; `more` is true if it continues. */
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
      // Breaking destroys the stream and closes its connection.
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

/** Decompresses a body: some servers compress unasked. Returns null if it can't. */
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
    // A truncated body is decompressed as far as it goes.
    const options = { finishFlush: flush, maxOutputLength: maxBytes }
    return { bytes: await unpackers[name](bytes, options), more: false }
  } catch (error) {
    const isTooLong = codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
    return isTooLong ? { bytes: Buffer.alloc(0), more: true } : null
  }
}

/** Uses the header's charset, the page's own, or UTF-8. A wrong guess doesn't affect URLs. */
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
