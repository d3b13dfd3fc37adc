import { bareHost } from '#app/outbound/bare-host.ts'
import type { GuardedClient, GuardedFailure } from '#app/outbound/fetch.server.ts'
import { readText } from '#app/outbound/read-text.server.ts'
import type { LookupResult, UnavailableCause } from '#app/posts/extracted-post.server.ts'
import { type AnswerContext, readAnswer } from './extraction-answer.ts'

export type Attempt = {
  result: LookupResult
  /**
   * The service's own health: a post it doesn't have is a sound answer, an HTML page isn't.
   * `unknown` if the request ended for a reason of ours.
   */
  health: 'success' | 'failure' | 'unknown'
  /** The same request may work in a moment. */
  retry: boolean
  /** The daily quota according to the headers. */
  quota: { left: number | null; resetSeconds: number | null }
}

export type AttemptRequest = AnswerContext & {
  /** Rebuilt from the parsed link. */
  link: string
  signal: AbortSignal
}

const maxAnswerBytes = 1024 * 1024
const maxRefusalBytes = 16 * 1024
/** Statuses about the requested post rather than about our access. */
const aboutPost = new Set([400, 404, 410, 422])

const requestHeaders = {
  accept: 'application/json',
  'accept-language': 'en-US,en;q=0.9',
  // The service refuses clients that don't look like a browser.
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
}

/**
 * Parses the endpoint that the operator typed: a bare origin and `/api` get the path `/api/` of
 * SPEC section 7, any other path stays. Null if it isn't an http(s) address.
 */
export function parseEndpoint(text: string | null): URL | null {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.pathname === '/' || url.pathname === '/api') url.pathname = '/api/'
  return url
}

/**
 * Returns the same endpoint with `www.` added or removed: the two fail independently. Null without
 * such a twin, as for an IP address or another subdomain.
 */
export function twinEndpoint(endpoint: URL): URL | null {
  const { hostname } = endpoint
  const bare = bareHost(hostname)
  // A last label that begins with a letter tells a name from an IPv4 address.
  if (!/^[^.]+\.[a-z][^.]*$/.test(bare) && bare === hostname) return null
  const twin = new URL(endpoint)
  twin.hostname = bare === hostname ? `www.${hostname}` : bare
  return twin
}

/** Asks the extraction service once. Never throws; ends early when `signal` aborts. */
export async function askService(client: GuardedClient, request: AttemptRequest): Promise<Attempt> {
  const url = new URL(request.endpoint)
  url.searchParams.set('url', request.link)
  url.searchParams.set('hd', '1')
  const answer = await client.request(url, {
    headers: requestHeaders,
    signal: request.signal,
    allowHost: (hostname) => bareHost(hostname) === bareHost(url.hostname),
    maxRedirects: 3,
  })
  if (!answer.ok) return failedRequest(answer.failure)

  const header = (name: string) => {
    const value = answer.headers[name]
    return typeof value === 'string' ? value : null
  }
  const quota = {
    left: readWhole(header('x-limit-request-remaining')),
    resetSeconds: readWhole(header('x-limit-request-reset')),
  }
  const encoding = header('content-encoding')
  const isSuccess = answer.status >= 200 && answer.status < 300
  try {
    if (isSuccess) {
      const text = await readText(client, answer.body, encoding, maxAnswerBytes)
      return text.ok
        ? fromReading(text.text, request, quota)
        : failed(text.cause, text.retry, quota)
    }
    const retryAfter = readWhole(header('retry-after'))
    const refusal = isClientError(answer.status) && isJson(header('content-type'))
    const text = refusal
      ? await readText(client, answer.body, encoding, maxRefusalBytes)
      : ({ ok: false } as const)
    return fromStatus(answer.status, text.ok ? text.text : '', retryAfter, request, quota)
  } finally {
    answer.body.destroy()
  }
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500
}

function isJson(contentType: string | null): boolean {
  return /\bjson\b/i.test(contentType ?? '')
}

function readWhole(value: string | null): number | null {
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null
}

function failedRequest(failure: GuardedFailure): Attempt {
  switch (failure) {
    case 'aborted':
      return { ...failed('timeout', false), health: 'unknown' }
    case 'blocked_address':
      // Our own refusal: the service wasn't asked.
      return { ...failed('blocked_address', false), health: 'unknown' }
    case 'too_many_redirects':
      return failed('http_status', false)
    case 'timeout':
      return failed('timeout', true)
    case 'protocol':
      return failed('bad_answer', true)
    case 'connect':
      return failed('connect', true)
  }
}

function failed(
  cause: UnavailableCause,
  retry: boolean,
  quota: Attempt['quota'] = { left: null, resetSeconds: null },
): Attempt {
  const failure = { kind: 'unavailable', cause, retryAfterSeconds: null } as const
  return { result: { ok: false, failure }, health: 'failure', retry, quota }
}

function fromReading(text: string, context: AnswerContext, quota: Attempt['quota']): Attempt {
  const result = readAnswer(text, context)
  const isNonsense =
    !result.ok && result.failure.kind === 'unavailable' && result.failure.cause === 'bad_answer'
  return { result, health: isNonsense ? 'failure' : 'success', retry: isNonsense, quota }
}

function fromStatus(
  status: number,
  text: string,
  retryAfterSeconds: number | null,
  context: AnswerContext,
  quota: Attempt['quota'],
): Attempt {
  // Some services refuse with a matching status instead of 200. With a status about access only a
  // limit is believed: "forbidden" isn't about the post.
  const reading = fromReading(text, context, quota)
  const kind = reading.result.ok ? null : reading.result.failure.kind
  if (kind === 'daily_limit' || kind === 'rate_limited') return reading
  if (kind === 'not_found' && aboutPost.has(status)) return reading
  if (status === 429) {
    const failure = { kind: 'rate_limited', retryAfterSeconds: retryAfterSeconds ?? 2 } as const
    return { result: { ok: false, failure }, health: 'failure', retry: true, quota }
  }
  return failed('http_status', status >= 500 || status === 403 || status === 408, quota)
}
