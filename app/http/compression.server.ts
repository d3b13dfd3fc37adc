import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Below this size the headers cost more than the saving. */
const minimumBytes = 860
const compressible =
  /^(text\/|application\/(json|xml|manifest\+json|atom\+xml|rss\+xml)|image\/svg)/

export type Encoding = 'br' | 'gzip'
export type CompressedBody = { body: Buffer; encoding: Encoding | null }

/** Whether answers of this type differ by what the browser accepts. */
export function isCompressible(contentType: string | null): boolean {
  return compressible.test(contentType ?? '')
}

/** Compresses a whole text answer in the best way that the visitor's browser knows. */
export async function compressedBody(
  body: Buffer,
  contentType: string | null,
  acceptEncoding: string | string[] | undefined,
): Promise<CompressedBody> {
  if (body.length < minimumBytes || !isCompressible(contentType)) {
    return { body, encoding: null }
  }
  const encoding = acceptedEncoding(acceptEncoding)
  return { body: encoding === null ? body : await compress(body, encoding), encoding }
}

/** Compresses quickly rather than best: for answers that are made for one visitor or one minute. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(body)
  return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** The headers of browsers are few; those of others must not fill the memory. */
const knownHeaders = new Map<string, Encoding | null>()
const maxKnownHeaders = 200

/** The best encoding by an Accept-Encoding header that is known here; null for none. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  if (header === undefined) return null
  const text = String(header)
  const known = knownHeaders.get(text)
  if (known !== undefined) return known
  const names = acceptedEncodings(text)
  const best = names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : null
  if (knownHeaders.size < maxKnownHeaders && text.length <= 200) knownHeaders.set(text, best)
  return best
}

function acceptedEncodings(header: string): Set<string> {
  const names = header.split(',').map((item) =>
    item
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  return new Set(
    names.filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? '')).map(([name = '']) => name),
  )
}
