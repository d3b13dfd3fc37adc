import { sha256 } from '#app/secrets/sha256.ts'

/**
 * A text for programs to read, which they may keep and ask for again: 304 when theirs is still good.
 * `modifiedAt` is unix ms. The tag is weak, since the bytes differ with the compression.
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

/** By tag where the reader sends one, else by time, as HTTP has it. */
function isFresh(headers: Headers, etag: string, modifiedAt: number | null): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) {
    const own = etag.replace(/^W\//, '')
    const given = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return given.includes('*') || given.includes(own)
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  // HTTP dates have whole seconds.
  return modifiedAt !== null && since >= Math.floor(modifiedAt / 1000) * 1000
}
