import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Below this size the headers cost more than the saving. */
const minimumBytes = 860
const compressible =
  /^(text\/|application\/(json|xml|manifest\+json|atom\+xml|rss\+xml)|image\/svg)/

export type CompressedBody = { body: Buffer; encoding: 'br' | 'gzip' | null }

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
  const accepted = acceptedEncodings(String(acceptEncoding ?? ''))
  if (accepted.has('br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    return { body: await brotli(body, { params }), encoding: 'br' }
  }
  if (accepted.has('gzip')) return { body: await deflate(body), encoding: 'gzip' }
  return { body, encoding: null }
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
