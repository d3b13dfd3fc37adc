import { parseByteRange, resolveByteRange } from './byte-range.ts'

type RangeAnswer = {
  status: 200 | 206
  headers: Record<string, string>
  /** The bytes to send: [start, end). */
  start: number
  end: number
}

/**
 * Answers a request for a file whose length and tag are known before its bytes are. Null if no byte
 * of it is in the asked range.
 */
export function answerRange(
  { totalBytes, etag }: { totalBytes: number; etag: string },
  asked: { method: 'GET' | 'HEAD'; range?: string | null; ifRange?: string | null },
): RangeAnswer | null {
  const { method, range, ifRange = null } = asked
  const isWhole = method === 'HEAD' || (ifRange !== null && ifRange !== etag)
  const wanted = isWhole ? 'whole' : resolveByteRange(parseByteRange(range), totalBytes)
  if (wanted === 'unsatisfiable') return null
  const { start, end: last } = wanted === 'whole' ? { start: 0, end: totalBytes - 1 } : wanted
  const end = last + 1
  const headers = { 'accept-ranges': 'bytes', 'content-length': String(end - start), etag }
  if (wanted === 'whole') return { status: 200, headers, start, end }
  const place = `bytes ${start}-${last}/${totalBytes}`
  return { status: 206, headers: { ...headers, 'content-range': place }, start, end }
}
