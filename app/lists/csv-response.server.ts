import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { RouterContextProvider } from 'react-router'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'

/** A file's columns in their order, by their headings: what each shows of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/**
 * An export as a CSV file that is written while it is read, however long it gets. Cells that a
 * spreadsheet would take for a formula begin with an apostrophe. `fileName` is without its ending.
 */
export function csvResponse<Row>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  file: { fileName: string; columns: CsvColumns<Row>; rows: AsyncIterable<Row> },
): Response {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': contentDisposition(`${file.fileName}.csv`, 'attachment'),
    'Cache-Control': 'no-store',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const body = pipeline(
    Readable.from(cells(file.columns, file.rows)),
    stringify({
      header: true,
      columns: Object.keys(file.columns),
      escape_formulas: true,
      // Else spreadsheets read the letters of other languages in the wrong encoding.
      bom: true,
      record_delimiter: 'windows',
      // A line break of another kind ends a line too, for those who read it.
      quoted_match: /[\r\n]/,
    }),
    () => {},
  )
  return streamedResponse(context, body, { status: 200, headers }, () => {})
}

async function* cells<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>) {
  for await (const row of rows) yield Object.values(columns).map((cell) => cell(row))
}

/** A time in a CSV cell, which every program reads: ISO 8601, UTC. */
export function csvTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
