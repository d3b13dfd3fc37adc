import { type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.ts'
import { comparePlaces, type Place } from './cursor.server.ts'
import type { SearchTerm } from './text-search.server.ts'

/** The order of a list, the place that reading begins after, and how many rows are wanted. */
export type Order = { column: string; descending: boolean; after: Place | null; limit: number }

/** A status's rows in their order: those found, how far they were read, and whether to the end. */
type Stream = {
  status: string
  places: Place[]
  reached: Place | null
  begun: boolean
  ended: boolean
  piece: number
}

/**
 * Reads the rows of a table in an order, each status by its own index, piece by piece and always
 * where the reading is least far, until enough are found or the time is up.
 */
export function createOrderedReader(tableName: string, [firstPiece, mostRows]: readonly number[]) {
  const table = sql.table(tableName)

  /** Gives up when it is `tired` of the rows read so far; else `reached` is null. */
  return async function read(
    statuses: readonly string[],
    term: SearchTerm | null,
    order: Order,
    tired: (rows: number) => boolean,
  ): Promise<{ places: Place[]; reached: Place | null }> {
    const streams = statuses.map((status) => streamOf(status, order, firstPiece ?? 1))
    for (let rows = 0; ; ) {
      const open = streams.filter(({ ended }) => !ended)
      const behind = open.reduce<Stream | undefined>(
        (least, stream) => (least === undefined || isBehind(stream, least, order) ? stream : least),
        undefined,
      )
      const places = streams.flatMap((stream) => stream.places).sort(inOrder(order))
      if (behind === undefined) return { places: places.slice(0, order.limit), reached: null }
      const { reached } = behind
      // Only what comes no later than every row that was not read yet has its place for sure.
      if (reached !== null) {
        const sure = places.filter((place) => inOrder(order)(place, reached) <= 0)
        if (sure.length >= order.limit) return { places: sure.slice(0, order.limit), reached: null }
        if (behind.begun && tired(rows)) return { places: sure, reached }
      }
      rows += behind.piece
      await readPiece(behind, term, order)
    }
  }

  async function readPiece(stream: Stream, term: SearchTerm | null, order: Order): Promise<void> {
    const { column, descending, limit } = order
    const size = term === null ? limit : stream.piece
    stream.piece = Math.min(mostRows ?? 1, stream.piece * 2)
    stream.begun = true
    const key = sql.ref(column)
    const direction = sql.raw(descending ? 'desc' : 'asc')
    const sign = sql.raw(descending ? '<' : '>')
    const rows = sql`select ${key} as key, seq, search_text from ${table}
      where status = ${stream.status}`
    const beyond = (seq: number) => sql`and seq ${sign} ${seq} order by seq ${direction}`
    if (column === 'status') {
      stream.ended = await readFrom(sql`${rows} ${beyond(stream.reached?.seq ?? 0)}`)
      return
    }
    const inOrder = sql`order by ${key} ${direction}, seq ${direction}`
    const { reached } = stream
    if (reached === null) {
      stream.ended = await readFrom(sql`${rows} ${inOrder}`)
      return
    }
    // Compared as a pair, the rows of the same key would all be gone through once again.
    const tiesEnded = await readFrom(
      sql`${rows} and ${key} = ${reached.key} ${beyond(reached.seq)}`,
    )
    if (!tiesEnded) return
    stream.ended = await readFrom(sql`${rows} and ${key} ${sign} ${reached.key} ${inOrder}`)

    /** Reads on; whether that was to the end of these rows. */
    async function readFrom(ordered: RawBuilder<unknown>): Promise<boolean> {
      const found = await sql<Place>`select key, seq from (${ordered} limit ${size})
        ${term === null ? sql`` : sql`where instr(search_text, ${term}) > 0`}
        limit ${limit}`.execute(db)
      stream.places.push(...found.rows)
      const ends =
        found.rows.length === limit
          ? found
          : await sql<Place>`select key, seq from (${ordered} limit 1
              offset ${size - 1})`.execute(db)
      const end = ends.rows.at(-1)
      stream.reached = end ?? stream.reached
      return end === undefined
    }
  }
}

/** Within a status the order by status is the order of the rows' numbers. */
function streamOf(status: string, { column, descending, after }: Order, piece: number): Stream {
  const stream = { status, places: [], reached: after, begun: false, ended: false, piece }
  if (column !== 'status' || after?.key === status) return stream
  const start = { key: status, seq: descending ? Number.MAX_SAFE_INTEGER : -1 }
  const passed = after !== null && comparePlaces(start, after, descending) < 0
  return { ...stream, reached: start, ended: passed }
}

function isBehind(a: Stream, b: Stream, order: Order): boolean {
  if (a.reached === null || b.reached === null) return a.reached === null && b.reached !== null
  return comparePlaces(a.reached, b.reached, order.descending) < 0
}

function inOrder({ descending }: Order): (a: Place, b: Place) => number {
  return (a, b) => comparePlaces(a, b, descending)
}
