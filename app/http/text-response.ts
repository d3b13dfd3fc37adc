import fresh from 'fresh'
import { sha256 } from '#app/secrets/sha256.ts'

/**
 * Returns text for programs, or a 304 if their copy is current. `modifiedAt` is unix ms. The ETag
 * is weak, since compression changes the bytes.
 */
export function textResponse(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  options: { type: string; modifiedAt?: number; headers?: Record<string, string> },
): Response {
  const headers: Record<string, string> = {
    'Content-Type': `${options.type}; charset=utf-8`,
    'Cache-Control': 'public, max-age=300',
    ETag: `W/"${sha256(body).slice(0, 22)}"`,
    ...(options.modifiedAt !== undefined && {
      'Last-Modified': new Date(options.modifiedAt).toUTCString(),
    }),
    ...options.headers,
  }
  const sent = { etag: headers.ETag, 'last-modified': headers['Last-Modified'] }
  // A program's `fetch` adds no-cache to its own If-None-Match, and would never get a 304.
  const { 'cache-control': _, ...asked } = Object.fromEntries(request.headers)
  return fresh(asked, sent)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}
