import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { OutboundProxy } from '#app/environment/outbound-proxy.ts'
import { createCallSender } from './calls.server.ts'
import { createDialer, type Resolver, systemResolver } from './connection.server.ts'
import type {
  BodyFlow,
  BodySink,
  ExchangeRequest,
  GuardedFailure,
  ResponseHeaders,
  Sender,
} from './media-reader/exchange.server.ts'
import { createFileSender } from './media-reader/files.server.ts'
import { hostAndPort, openTunnel, type Tunnel } from './tunnel.server.ts'

export type { BodyFlow, BodySink, GuardedFailure, ResponseHeaders }

/** In milliseconds: for DNS, TCP and TLS; until the answer's headers; between bytes. */
type GuardedLimits = { connectMs: number; headersMs: number; bodyIdleMs: number }

type GuardedInit = {
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Ends the call, and the body if it is still being read. */
  signal?: AbortSignal
  /** Called for every host, redirects included. Trusted upstreams are always allowed. */
  allowHost?: (hostname: string) => boolean
  /** 0 to 3; with 0 a redirect is returned as it is. */
  maxRedirects?: number
  /** Encodings that the caller decompresses, with a limit of its own; none by default. */
  encodings?: 'gzip, br'
  /** Also allows http on port 80: for public pages without secrets. */
  plainHttp?: boolean
}

type Refused = { ok: false; failure: GuardedFailure }
type Head = { ok: true; status: number; headers: ResponseHeaders; url: string }

export type GuardedAnswer = (Head & { body: Readable }) | Refused

/** The body must be attached to a sink or aborted. */
type GuardedStream = (Head & { flow: BodyFlow }) | Refused

export type GuardedClient = {
  /** Returns the answer with its body as a stream, which fails with a `BodyError`. */
  request(url: string | URL, init: GuardedInit): Promise<GuardedAnswer>
  /** Sends a GET for a file. The body's bytes aren't copied, and its parser is strict. */
  open(url: string | URL, init: Omit<GuardedInit, 'method' | 'body'>): Promise<GuardedStream>
  /**
   * Opens a connection without TLS to an https URL's host, for a program that does TLS itself. The
   * caller has to end it. `signal` only ends the attempt.
   */
  tunnel(target: URL, init: Pick<GuardedInit, 'allowHost' | 'signal'>): Promise<Tunnel>
  isTrusted(origin: URL): boolean
  readBounded: typeof readBounded
  /** Ends all connections, busy ones too. Later calls fail as `aborted`. */
  close(): Promise<void>
}

type ClientOptions = {
  trustedUpstreams: readonly string[]
  /** One more certificate authority to trust, as PEM. */
  ca?: string
  /** Read again for each request, since the limits for answers can be settings. */
  limits?: Partial<GuardedLimits> | (() => Partial<GuardedLimits>)
  resolve?: Resolver
  /** Returns the proxy for an origin; unset or null for a direct connection. */
  proxyFor?: (origin: URL) => OutboundProxy | null
}

export class BodyError extends Error {
  readonly failure: GuardedFailure

  constructor(failure: GuardedFailure) {
    super(`The body of an answer broke off: ${failure}`)
    this.failure = failure
  }
}

const DEFAULT_LIMITS: GuardedLimits = { connectMs: 5_000, headersMs: 10_000, bodyIdleMs: 20_000 }
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_URL_LENGTH = 8_192

/**
 * Creates an HTTP client, the only way out of this server. It connects to https on port 443 of
 * public addresses only (http on port 80 if a call sets `plainHttp`), except for `trustedUpstreams`
 * (`host:port`), and checks the address that is really dialled. It returns failures, never throws.
 *
 * It asks for uncompressed answers unless a call names encodings, and passes the bytes on
 * unchanged: the caller decompresses them, with a limit.
 */
export function createGuardedClient(options: ClientOptions): GuardedClient {
  const trusted = new Set(options.trustedUpstreams.map(normaliseUpstream))
  const limits = (): GuardedLimits => ({
    ...DEFAULT_LIMITS,
    ...(typeof options.limits === 'function' ? options.limits() : options.limits),
  })
  const isTrusted = (origin: URL) => trusted.has(hostAndPort(origin))
  const connect = createDialer({
    isTrusted,
    connectMs: limits().connectMs,
    resolve: options.resolve ?? systemResolver,
    ca: options.ca,
    proxyFor: options.proxyFor ?? (() => null),
  })
  const tunnels = new Set<Socket>()
  const calls = createCallSender(connect)
  const files = createFileSender(connect)
  let isClosed = false

  async function follow(
    url: string | URL,
    init: GuardedInit,
    sender: Sender,
  ): Promise<GuardedStream> {
    const { allowHost = () => true, maxRedirects = 0, plainHttp = false, signal } = init
    let target = parseUrl(String(url))
    let method = init.method ?? 'GET'
    let body = init.body
    const headers = outgoingHeaders(init.headers, init.encodings)
    for (let hop = 0; ; hop += 1) {
      if (target === null) return { ok: false, failure: hop === 0 ? 'blocked_address' : 'protocol' }
      if (!mayAsk(target, plainHttp, allowHost)) {
        return { ok: false, failure: 'blocked_address' }
      }
      if (isClosed) return { ok: false, failure: 'aborted' }
      const { origin, pathname, search } = target
      const { headersMs, bodyIdleMs } = limits()
      const call = { origin, path: pathname + search, method, headers, body, signal }
      const request: ExchangeRequest = { ...call, headersMs, bodyIdleMs }
      const answer = await sender.send(request)
      if (!answer.ok) return { ok: false, failure: answer.failure }
      const location = answer.headers.location
      if (maxRedirects === 0 || !REDIRECTS.has(answer.status) || location === undefined) {
        const { status, flow } = answer
        return { ok: true, status, headers: answer.headers, flow, url: target.href }
      }
      answer.flow.abort()
      if (hop >= maxRedirects) return { ok: false, failure: 'too_many_redirects' }
      const next = parseUrl(String(location), target)
      if (next?.origin !== origin) {
        delete headers.authorization
        delete headers.cookie
      }
      if (answer.status < 307 && method === 'POST') {
        method = 'GET'
        body = undefined
        delete headers['content-type']
      }
      target = next
    }
  }

  function mayAsk(target: URL, plainHttp: boolean, allowHost: (hostname: string) => boolean) {
    if (isTrusted(target)) return true
    return hasUsualPort(target, plainHttp) && allowHost(target.hostname)
  }

  function tunnel(target: URL, init: Parameters<GuardedClient['tunnel']>[1]): Promise<Tunnel> {
    const { allowHost = () => true, signal } = init
    if (!mayAsk(target, false, allowHost)) {
      return Promise.resolve({ ok: false, failure: 'blocked_address' })
    }
    if (isClosed || signal?.aborted) return Promise.resolve({ ok: false, failure: 'aborted' })
    const { socket, tunnel } = openTunnel(connect, target, signal)
    tunnels.add(socket)
    socket.once('close', () => tunnels.delete(socket))
    return tunnel
  }

  return {
    open: (url, init) => follow(url, init, files),
    tunnel,
    isTrusted,
    async request(url, init) {
      const answer = await follow(url, init, calls)
      if (!answer.ok) return answer
      const { flow, ...head } = answer
      return { ...head, body: new FlowBody(flow) }
    },
    readBounded,
    async close() {
      isClosed = true
      calls.close()
      files.close()
      for (const socket of tunnels) socket.destroy()
    },
  }
}

/** Reads a body of at most `maxBytes`. Never throws. A failure ends the connection. */
async function readBounded(
  body: Readable,
  maxBytes: number,
): Promise<
  { ok: true; bytes: Buffer } | { ok: false; reason: 'too_large' | 'cut' | 'timeout' | 'aborted' }
> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      // Leaving the loop destroys the stream and its connection.
      if (size > maxBytes) return { ok: false, reason: 'too_large' }
      chunks.push(chunk)
    }
  } catch (error) {
    const failure = error instanceof BodyError ? error.failure : 'connect'
    return { ok: false, reason: failure === 'timeout' || failure === 'aborted' ? failure : 'cut' }
  }
  return { ok: true, bytes: Buffer.concat(chunks, size) }
}

class FlowBody extends Readable {
  readonly #flow: BodyFlow
  #attached = false

  constructor(flow: BodyFlow) {
    super({ highWaterMark: 16 * 1024 })
    this.#flow = flow
    // The upstream can fail before or after anyone listens.
    this.on('error', () => {})
  }

  override _read(): void {
    if (this.#attached) {
      this.#flow.resume()
      return
    }
    this.#attached = true
    this.#flow.attach({
      write: (chunk) => this.push(chunk),
      end: () => {
        this.push(null)
      },
      fail: (failure) => {
        this.destroy(new BodyError(failure))
      },
    })
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#flow.abort()
    callback(error)
  }
}

function parseUrl(text: string, base?: URL): URL | null {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return url.username === '' && url.password === '' ? url : null
}

function hasUsualPort(url: URL, plainHttp: boolean): boolean {
  return (url.protocol === 'https:' || plainHttp) && url.port === ''
}

/** Throws at startup if an operator's entry isn't `host:port`. */
function normaliseUpstream(entry: string): string {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
  const { hostname } = new URL(`http://${host}`)
  return `${hostname}:${Number(port)}`
}

function outgoingHeaders(
  headers: Record<string, string> = {},
  encodings = 'identity',
): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { ...Object.fromEntries(lower), 'accept-encoding': encodings }
}
