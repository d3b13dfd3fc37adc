import { LRUCache } from 'lru-cache'
import { parseByteRange } from '#app/download/media/byte-range.ts'
import type { SaveRequest } from './save-result.server.ts'

/** The variant sent last, by file: later parts of the file must be the same one. */
const sent = new LRUCache<string, string>({ max: 10_000 })

/** True if a Range header asks for a part of a file that isn't its beginning. */
export function isLaterPart(range: string | null): boolean {
  const asked = parseByteRange(range)
  return asked.kind === 'suffix' || (asked.kind === 'range' && asked.start > 0)
}

/** True if only a later part of a file is wanted, by a client that doesn't say of which variant. */
export function continuesBlindly({ range, ifRange }: Pick<SaveRequest, 'range' | 'ifRange'>) {
  return isLaterPart(range) && ifRange === null
}

/**
 * True if a request is for a part of a file whose other parts were sent in another variant. With
 * If-Range the ETag covers this.
 */
export function isOtherVariant(
  file: string,
  variant: string,
  request: Pick<SaveRequest, 'range' | 'ifRange'>,
): boolean {
  if (continuesBlindly(request)) {
    const before = sent.get(file)
    return before !== undefined && before !== variant
  }
  sent.set(file, variant)
  return false
}
