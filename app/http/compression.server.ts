import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Smaller responses aren't worth the extra headers. */
const minimumBytes = 860
const compressible =
  /^(text\/|application\/(json|xml|manifest\+json|atom\+xml|rss\+xml)|image\/svg)/

export type Encoding = 'br' | 'gzip'
export type CompressedBody = { body: Buffer; encoding: Encoding | null }

/** True if responses of this type are compressed, and so vary by Accept-Encoding. */
export function isCompressible(contentType: string | null): boolean {
  return compressible.test(contentType ?? '')
}

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

/** Prefers speed to size, as most responses are made for one visitor or one minute. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(body)
  return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** Browsers send few different headers, and parsing one takes longer than a lookup. */
const knownHeaders = new LRUCache<string, Encoding | 'identity'>({ max: 200 })

/** Returns the best encoding that an Accept-Encoding header allows, or null for none. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  if (header === undefined) return null
  const text = String(header).slice(0, 200)
  const best = knownHeaders.get(text) ?? negotiate(text)
  knownHeaders.set(text, best)
  return best === 'identity' ? null : best
}

function negotiate(header: string): Encoding | 'identity' {
  const names = new Negotiator({ headers: { 'accept-encoding': header } }).encodings()
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}
