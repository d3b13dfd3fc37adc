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

/** Returns the JSON of a problem. Its type is an address in the API's reference. */
export function problemJson({ code, status, title, detail }: Problem): string {
  const type = `${env.APP_URL}/api#${code}`
  return JSON.stringify({ type, title, status, ...(detail !== undefined && { detail }), code })
}

/** A code of the product, such as `link: other_site`, as the end of a problem's type. */
export function problemCode(cause: string): string {
  return cause.replace(': ', '-').replaceAll(/[_ ]/g, '-')
}
