import type { RouterContextProvider } from 'react-router'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import {
  type Problem,
  problemJson,
  problemType,
  referenceUrl,
  requestProblem,
} from '#app/api/problem.server.ts'
import type { Scope } from '#app/api/scopes.ts'
import {
  type ApiToken,
  findToken,
  noteUse,
  type TokenAllowance,
  takeTokenRequest,
} from '#app/api/token.server.ts'
import { env } from '#app/env.server.ts'
import { isJson } from '#app/http/api-address.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { log } from '#app/observe/log.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'

type RouteArgs = {
  request: Request
  url: URL
  params: Readonly<Record<string, string | undefined>>
  context: Readonly<RouterContextProvider>
}

/** A request that was let in. */
export type ApiCall = RouteArgs & {
  /** Null for a program without a token. */
  token: ApiToken | null
  /** The request as it is counted. */
  counted: CountedRequest
  /** Headers that every answer has, files too. */
  headers: Record<string, string>
}

export type ApiAnswer = Response | { problem: Problem }

/**
 * Returns a loader or action of the API. It admits whom the settings, the token's scopes and its
 * limit let in, whatever cookies they bring, and answers problems as JSON. `isFile`: programs that
 * don't ask for JSON get a sentence, which a phone can show.
 */
export function apiRoute(
  scope: Scope,
  handle: (call: ApiCall) => Promise<ApiAnswer>,
  { isFile = false } = {},
): (args: RouteArgs) => Promise<Response> {
  return async (args) => {
    const headers: Record<string, string> = { ...privateHeaders }
    if (args.request.headers.has('authorization')) Object.assign(headers, corsHeaders)
    const answer = await admitted(scope, args, headers)
      .then((call) => ('problem' in call ? call : handle(call)))
      .catch((error: unknown) => failed(error, args))
    if (answer instanceof Response) return answer
    return problemResponse(answer.problem, args.request, { headers, isFile })
  }
}

/**
 * Returns a loader of what anyone can read, whatever the settings say. Its failures are problems
 * too.
 */
export function openRoute(
  handle: (args: RouteArgs) => Promise<Response>,
): (args: RouteArgs) => Promise<Response> {
  return (args) =>
    handle(args).catch((error: unknown) =>
      problemResponse(failed(error, args).problem, args.request, {
        headers: privateHeaders,
        isFile: false,
      }),
    )
}

const privateHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

const howToSend = 'Send it as “Authorization: Bearer cc_…”.'

/** For pages of other sites: they need a token, and never send cookies. */
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Content-Disposition, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate',
}

async function admitted(
  scope: Scope,
  args: RouteArgs,
  headers: Record<string, string>,
): Promise<ApiCall | { problem: Problem }> {
  const { maintenanceMode, apiAccess } = settings()
  if (maintenanceMode) return { problem: requestProblem('maintenance', { retryAfterSeconds: 300 }) }
  if (apiAccess === 'off') return { problem: requestProblem('off') }
  const { request, url, context } = args
  const authorization = request.headers.get('authorization')
  if (authorization === null) {
    if (isOtherSite(request)) return { problem: requestProblem('cross-site') }
    if (apiAccess === 'token') {
      headers['WWW-Authenticate'] = 'Bearer'
      return { problem: requestProblem('token-needed', { detail: howToSend }) }
    }
  }
  const token = authorization === null ? null : await readToken(authorization)
  if (token === 'invalid') {
    headers['WWW-Authenticate'] = 'Bearer error="invalid_token"'
    return { problem: requestProblem('token-invalid') }
  }
  if (token !== null) {
    const allowance = await takeTokenRequest(token)
    Object.assign(headers, limitHeaders(allowance))
    if (allowance.refused) {
      return { problem: requestProblem('too-many', { retryAfterSeconds: allowance.resetSeconds }) }
    }
    if (!token.scopes.includes(scope)) {
      headers['WWW-Authenticate'] = `Bearer error="insufficient_scope", scope="${scope}"`
      return { problem: requestProblem('out-of-scope', { detail: `It needs the scope ${scope}.` }) }
    }
    await noteUse(token)
  }
  if (request.method === 'POST' && !isJson(request.headers.get('content-type'))) {
    return { problem: requestProblem('body-type') }
  }
  const { clientAddress, proxyCountry } = context.get(requestContext)
  const counted: CountedRequest = {
    address: clientAddress,
    method: request.method,
    headers: request.headers,
    url,
    operator: false,
    proxyCountry,
    api: { token: token?.id ?? null },
  }
  return { ...args, token, counted, headers }
}

/** Unknown, ended and expired tokens are told apart by no one. */
async function readToken(authorization: string): Promise<ApiToken | 'invalid'> {
  const text = /^Bearer +(\S{1,200}) *$/i.exec(authorization)?.[1]
  return (text === undefined ? null : await findToken(text)) ?? 'invalid'
}

/** Returns whether a page of another site, or one whose site isn't said, asks without a token. */
function isOtherSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && origin !== env.APP_URL
}

/** The fields of the IETF's draft on rate limits. */
function limitHeaders({ limit, remaining, resetSeconds }: TokenAllowance): Record<string, string> {
  return {
    'RateLimit-Policy': `"token";q=${limit};w=60`,
    RateLimit: `"token";r=${remaining};t=${resetSeconds}`,
  }
}

function failed(error: unknown, { request, context }: RouteArgs): { problem: Problem } {
  if (error instanceof DatabaseUnavailableError) {
    return { problem: requestProblem('unavailable', { retryAfterSeconds: 30 }) }
  }
  const { id } = context.get(requestContext)
  if (!request.signal.aborted) log.error({ id, err: error }, 'API request failed')
  return { problem: requestProblem('failed', { detail: `Reference: ${id}` }) }
}

function problemResponse(
  problem: Problem,
  { headers: asked }: Request,
  { headers, isFile }: { headers: Record<string, string>; isFile: boolean },
): Response {
  const { status, title, detail, retryAfterSeconds } = problem
  const sent = new Headers(headers)
  if (retryAfterSeconds != null) sent.set('Retry-After', String(retryAfterSeconds))
  sent.set('Vary', 'Accept')
  const accept = asked.get('accept')
  const takesJson = accept?.includes('json') || (!isFile && (accept?.includes('*/*') ?? true))
  sent.set('Content-Type', takesJson ? problemType : 'text/plain; charset=utf-8')
  const sentence = detail === undefined ? title : `${title.replace(/[^.!?]$/, '$&.')} ${detail}`
  return new Response(`${takesJson ? problemJson(problem) : sentence}\n`, {
    status,
    headers: sent,
  })
}

/** Returns the problem of a request whose parameters or body can't be read. */
export function unreadable(detail: string): { problem: Problem } {
  return { problem: requestProblem('invalid-request', { detail }) }
}

/** Answers a request for an address that the API doesn't have. */
export function answerMissing({ request }: Pick<RouteArgs, 'request'>): Response {
  const problem = requestProblem('no-such-address', { detail: `See ${referenceUrl}.` })
  return problemResponse(problem, request, { headers: privateHeaders, isFile: false })
}
