/** A whole batch's formats; for the first two, photo posts are saved as all of their images. */
export const batchFormats = ['mp4', 'hd', 'mp3'] as const

export type BatchFormat = (typeof batchFormats)[number]

/** Single rows' formats by link id. Rows without one use the batch's. */
export type RowFormats = Readonly<Record<number, BatchFormat>>

export const rowFormatName = (id: number) => `format-${id}`

export function parseRowFormats(
  query: URLSearchParams,
  rows: readonly { id: number }[],
): RowFormats {
  const own: Record<number, BatchFormat> = {}
  for (const { id } of rows) {
    const asked = query.get(rowFormatName(id))
    const format = batchFormats.find((one) => one === asked)
    if (format !== undefined) own[id] = format
  }
  return own
}

/** Returns the rows' formats as query parameters, each with a leading `&`. */
export function rowFormatQuery(own: RowFormats): string {
  return Object.entries(own)
    .map(([id, format]) => `&${rowFormatName(Number(id))}=${format}`)
    .join('')
}

export function parseBatchFormat(text: string | null): BatchFormat {
  return batchFormats.find((format) => format === text) ?? 'mp4'
}
