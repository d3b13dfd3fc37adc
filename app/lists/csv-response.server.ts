import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { RouterContextProvider } from 'react-router'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'

/** A file's columns in order: heading, and value for a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

/**
 * Returns an export as a CSV file, streamed at any length. Cells that a spreadsheet would take for
 * a formula get an apostrophe. `fileName` has no extension.
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
      // Without it, spreadsheets read other languages' letters in the wrong encoding.
      bom: true,
      record_delimiter: 'windows',
      // Some readers end lines at other line breaks too.
      quoted_match: /[\r\n]/,
    }),
    () => {},
  )
  return streamedResponse(context, { body, onEnd: () => {} }, { status: 200, headers })
}

async function* cells<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>) {
  for await (const row of rows) yield Object.values(columns).map((cell) => cell(row))
}

/** Formats a time as ISO 8601 in UTC, which every program reads. */
export function csvTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
