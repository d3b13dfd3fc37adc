import { env } from '#app/env.server.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** A problem, as in RFC 9457. `code` is the end of its type, such as `too-many`. */
export type Problem = {
  code: string
  status: number
  /** A sentence in plain English. */
  title: string
  /** A sentence about the next step. */
  detail?: string
  retryAfterSeconds?: number | null
}

/** Where people read how the API works, and what each type of problem means. */
export const referenceUrl = `${env.APP_URL}/api`

/** Returns the JSON of a problem. Its type is an address in the API's reference. */
export function problemJson({ code, status, title, detail }: Problem): string {
  const type = `${referenceUrl}#${code}`
  return JSON.stringify({ type, title, status, ...(detail !== undefined && { detail }), code })
}

/** A code of the product, such as `link: other_site`, as the end of a problem's type. */
export function problemCode(cause: string): string {
  return cause.replace(': ', '-').replaceAll(/[_ ]/g, '-')
}

/** Problems of requests. Those of links, posts and files have the codes that are counted. */
export const requestProblems = {
  'invalid-request': { status: 400, title: 'This request can’t be read.' },
  'token-needed': { status: 401, title: 'This needs a token.' },
  'token-invalid': { status: 401, title: 'This token doesn’t work.' },
  'out-of-scope': { status: 403, title: 'This token can’t be used for this.' },
  'cross-site': { status: 403, title: 'Pages of other sites need a token.' },
  off: { status: 403, title: 'This site’s API is turned off.' },
  'no-such-address': { status: 404, title: 'The API has no such address.' },
  method: { status: 405, title: 'This address doesn’t take this method.' },
  'body-too-large': { status: 413, title: 'The body is over 64 KB.' },
  'body-type': { status: 415, title: 'The body needs the type application/json.' },
  'too-many': { status: 429, title: 'This token has used up its requests for this minute.' },
  failed: { status: 500, title: 'Something went wrong here.' },
  maintenance: { status: 503, title: 'The site is closed for maintenance.' },
  unavailable: { status: 503, title: 'The site’s database can’t be used right now.' },
} as const satisfies Record<string, Pick<Problem, 'status' | 'title'>>

export function requestProblem(
  code: keyof typeof requestProblems,
  more: Pick<Problem, 'detail' | 'retryAfterSeconds'> = {},
): Problem {
  return { code, ...requestProblems[code], ...more }
}
