import { sha256 } from '#app/secrets/sha256.ts'

/**
 * Answers with a text for programs, or with 304 if their copy is current. `modifiedAt` is unix ms.
 * The tag is weak, since the bytes differ by compression.
 */
export function textResponse(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  options: { type: string; modifiedAt?: number; headers?: Record<string, string> },
): Response {
  const etag = `W/"${sha256(body).slice(0, 22)}"`
  const headers: Record<string, string> = {
    'Content-Type': `${options.type}; charset=utf-8`,
    'Cache-Control': 'public, max-age=300',
    ETag: etag,
    ...(options.modifiedAt !== undefined && {
      'Last-Modified': new Date(options.modifiedAt).toUTCString(),
    }),
    ...options.headers,
  }
  return isFresh(request.headers, etag, options.modifiedAt ?? null)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}

/** Compares tags if the client sends one, else times, as HTTP requires. */
function isFresh(headers: Headers, etag: string, modifiedAt: number | null): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) {
    const own = etag.replace(/^W\//, '')
    const given = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return given.includes('*') || given.includes(own)
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  // HTTP dates are in whole seconds.
  return modifiedAt !== null && since >= Math.floor(modifiedAt / 1000) * 1000
}
