import type { RouterContextProvider } from 'react-router'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import { type Problem, problemJson, problemType } from '#app/api/problem.server.ts'
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
    const headers: Record<string, string> = {
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    }
    if (args.request.headers.has('authorization')) Object.assign(headers, corsHeaders)
    const answer = await admitted(scope, args, headers)
      .then((call) => ('problem' in call ? call : handle(call)))
      .catch((error: unknown) => failed(error, args))
    if (answer instanceof Response) return answer
    return problemResponse(answer.problem, args.request, { headers, isFile })
  }
}

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
  if (maintenanceMode) return { problem: closed }
  if (apiAccess === 'off') return { problem: off }
  const { request, url, context } = args
  const authorization = request.headers.get('authorization')
  if (authorization === null) {
    if (isOtherSite(request)) return { problem: otherSite }
    if (apiAccess === 'token') {
      headers['WWW-Authenticate'] = 'Bearer'
      return { problem: tokenNeeded }
    }
  }
  const token = authorization === null ? null : await readToken(authorization)
  if (token === 'invalid') {
    headers['WWW-Authenticate'] = 'Bearer error="invalid_token"'
    return { problem: invalidToken }
  }
  if (token !== null) {
    const allowance = await takeTokenRequest(token)
    Object.assign(headers, limitHeaders(allowance))
    if (allowance.refused) {
      return { problem: { ...overLimit, retryAfterSeconds: allowance.resetSeconds } }
    }
    if (!token.scopes.includes(scope)) {
      headers['WWW-Authenticate'] = `Bearer error="insufficient_scope", scope="${scope}"`
      return { problem: outOfScope(scope) }
    }
    await noteUse(token)
  }
  if (request.method === 'POST' && !isJson(request.headers.get('content-type'))) {
    return { problem: unknownType }
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
  if (site !== null) return site !== 'same-origin' && site !== 'none'
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
  if (error instanceof DatabaseUnavailableError) return { problem: unavailable }
  const { id } = context.get(requestContext)
  if (!request.signal.aborted) log.error({ id, err: error }, 'API request failed')
  return { problem: { ...broken, detail: `Reference: ${id}` } }
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
  const sentence = [title, detail].filter((part) => part !== undefined).join(' ')
  return new Response(`${takesJson ? problemJson(problem) : sentence}\n`, {
    status,
    headers: sent,
  })
}

const closed: Problem = {
  code: 'maintenance',
  status: 503,
  title: 'The site is closed for maintenance.',
  retryAfterSeconds: 300,
}
const off: Problem = { code: 'off', status: 403, title: 'This site’s API is turned off.' }
const otherSite: Problem = {
  code: 'cross-site',
  status: 403,
  title: 'Pages of other sites need a token.',
}
const tokenNeeded: Problem = {
  code: 'token-needed',
  status: 401,
  title: 'This needs a token.',
  detail: 'Send it as “Authorization: Bearer cc_…”.',
}
const invalidToken: Problem = {
  code: 'token-invalid',
  status: 401,
  title: 'This token doesn’t work.',
}
const overLimit: Problem = {
  code: 'too-many',
  status: 429,
  title: 'This token has used up its requests for this minute.',
}
const outOfScope = (scope: Scope): Problem => ({
  code: 'out-of-scope',
  status: 403,
  title: `This token doesn’t have the scope ${scope}.`,
})
const unknownType: Problem = {
  code: 'body-type',
  status: 415,
  title: 'The body needs the type application/json.',
}
const unavailable: Problem = {
  code: 'unavailable',
  status: 503,
  title: 'The site’s database can’t be used right now.',
  retryAfterSeconds: 30,
}
const broken: Problem = { code: 'failed', status: 500, title: 'Something went wrong here.' }

/** Returns the problem of a request whose parameters or body can't be read. */
export function unreadable(detail: string): { problem: Problem } {
  return {
    problem: { code: 'invalid-request', status: 400, title: 'This request can’t be read.', detail },
  }
}

export const methodNotAllowed: { problem: Problem } = {
  problem: { code: 'method', status: 405, title: 'This address doesn’t take this method.' },
}

const missing: Problem = {
  code: 'no-such-address',
  status: 404,
  title: 'The API has no such address.',
}

/** Answers a request for an address that the API doesn't have. */
export function answerMissing({ request }: Pick<RouteArgs, 'request'>): Response {
  const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }
  return problemResponse(missing, request, { headers, isFile: false })
}
