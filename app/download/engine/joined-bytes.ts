import { type PartPlan, sourceSpan } from './part.ts'
import { rangesWithin, type Span, spansOf } from './part-bytes.ts'

/** Reads a span of one of the sources. */
export type OpenSource = (source: number, start: number, end: number) => AsyncIterable<Buffer>

/** The sources that are asked before their turn: the next of each input. */
const ahead = 2

/** Bytes of a planned file on their way. */
export type JoinedBytes = {
  /** Resolves once the first source has sent something. Rejects if it fails. */
  ready(): Promise<void>
  bytes(): AsyncGenerator<Buffer>
}

/**
 * Reads the bytes from `start` to `end` (exclusive) of a file that is planned from several sources.
 * Each source is read forward, while the others wait for their next turn.
 */
export function joinedBytes(
  { header, ranges }: Pick<PartPlan, 'header' | 'ranges'>,
  start: number,
  end: number,
  open: OpenSource,
): JoinedBytes {
  const wanted = rangesWithin(ranges, start - header.length, end - header.length)
  const spans = Map.groupBy(wanted, (span) => Math.floor(span.start / sourceSpan))
  // In the order in which they are first needed.
  const readers = Array.from(spans, ([source, own]) => createReader(source, own, open))
  const places = new Map(readers.map(({ source }, place) => [source, place]))

  async function* bytes(): AsyncGenerator<Buffer> {
    if (start < header.length) yield header.subarray(start, end)
    try {
      for (const span of wanted) {
        const place = places.get(Math.floor(span.start / sourceSpan)) ?? 0
        for (const next of readers.slice(place + 1, place + 1 + ahead))
          next.prepare().catch(ignored)
        yield* readers[place]?.take(span.end - span.start) ?? []
      }
    } finally {
      await Promise.allSettled(readers.map((reader) => reader.close()))
    }
  }
  return { ready: async () => readers[0]?.prepare(), bytes }
}

/** A source's failure matters once its turn comes. */
const ignored = (): void => {}

function createReader(source: number, spans: readonly Span[], open: OpenSource) {
  const base = source * sourceSpan
  const bytes = spansOf(
    spans.map((span) => ({ start: span.start - base, end: span.end - base })),
    (start, end) => open(source, start, end),
  )
  let held: Buffer = Buffer.alloc(0)
  let first: Promise<IteratorResult<Buffer>> | null = null
  let isStarted = false
  let inAll = spans.reduce((sum, { start, end }) => sum + end - start, 0)

  return {
    source,
    /** Asks for the first bytes before they are needed. */
    async prepare(): Promise<void> {
      if (isStarted) return
      isStarted = true
      first = bytes.next()
      await first
    },
    async *take(count: number): AsyncGenerator<Buffer> {
      isStarted = true
      for (let left = count; left > 0; ) {
        if (held.length === 0) {
          const next = await (first ?? bytes.next())
          first = null
          if (next.done) throw new RangeError('A source ended too early')
          held = next.value
        }
        const piece = held.subarray(0, left)
        held = held.subarray(piece.length)
        left -= piece.length
        inAll -= piece.length
        if (inAll === 0) {
          // A paused source would keep its last chunk until the file's end.
          held = Buffer.alloc(0)
          await bytes.return(undefined)
        }
        yield piece
      }
    },
    close: async () => {
      if (isStarted) await bytes.return(undefined)
    },
  }
}
