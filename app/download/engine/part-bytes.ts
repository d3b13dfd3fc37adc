import type { PartPlan } from './part.ts'

/** Bytes in the source, `end` exclusive. */
export type Span = { start: number; end: number }

/** A smaller gap is read and dropped rather than asked around. */
const leastGap = 256 * 1024
const mostRequests = 8

/**
 * Yields the bytes from `start` to `end` (exclusive) of a planned file. `open` reads a span of the
 * source, and is called a few times at most, always further on.
 */
export async function* partBytes(
  { header, ranges }: Pick<PartPlan, 'header' | 'ranges'>,
  start: number,
  end: number,
  open: (start: number, end: number) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (start < header.length) yield header.subarray(start, end)
  yield* spansOf(rangesWithin(ranges, start - header.length, end - header.length), open)
}

/** Yields the bytes of a source's spans, which must be in its order. */
export async function* spansOf(
  wanted: readonly Span[],
  open: (start: number, end: number) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for (const together of requestsFor(wanted)) {
    const [first, last] = [together[0], together.at(-1)]
    if (first !== undefined && last !== undefined) {
      yield* keep(together, open(first.start, last.end), first.start)
    }
  }
}

/** Returns what the bytes from `start` to `end` of all ranges in turn are in the source. */
export function rangesWithin(ranges: Float64Array, start: number, end: number): Span[] {
  const wanted: Span[] = []
  let passed = 0
  for (let index = 0; index < ranges.length && passed < end; index += 2) {
    const [from = 0, to = 0] = ranges.subarray(index, index + 2)
    const first = Math.max(from, from + start - passed)
    const last = Math.min(to, from + end - passed)
    if (first < last) wanted.push({ start: first, end: last })
    passed += to - from
  }
  return wanted
}

/** Splits ranges at their widest gaps. */
function requestsFor(ranges: readonly Span[]): Span[][] {
  const gaps = ranges
    .map(({ start }, index) => ({ index, bytes: start - (ranges[index - 1]?.end ?? start) }))
    .filter(({ bytes }) => bytes >= leastGap)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, mostRequests - 1)
  const splits = [0, ...gaps.map(({ index }) => index).sort((a, b) => a - b)]
  return splits.map((from, index) => ranges.slice(from, splits[index + 1]))
}

/** Yields what lies in the ranges of the bytes that begin at `position`. */
async function* keep(
  ranges: readonly Span[],
  chunks: AsyncIterable<Buffer>,
  position: number,
): AsyncGenerator<Buffer> {
  let at = position
  let next = 0
  for await (const chunk of chunks) {
    const pieces: Buffer[] = []
    const chunkEnd = at + chunk.length
    for (let range = ranges[next]; range !== undefined; range = ranges[next]) {
      if (range.start >= chunkEnd) break
      pieces.push(chunk.subarray(Math.max(0, range.start - at), range.end - at))
      if (range.end > chunkEnd) break
      next += 1
    }
    at = chunkEnd
    const [only] = pieces
    if (only !== undefined) yield pieces.length === 1 ? only : Buffer.concat(pieces)
  }
}
