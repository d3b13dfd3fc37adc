/** What a whole batch is saved as; photo posts give all of their images for the first two. */
export const batchFormats = ['mp4', 'hd', 'mp3'] as const

export type BatchFormat = (typeof batchFormats)[number]

/** Reads a format from an address or a form; MP4 for anything else. */
export function parseBatchFormat(text: string | null): BatchFormat {
  return batchFormats.find((format) => format === text) ?? 'mp4'
}
