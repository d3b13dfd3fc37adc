import { captionsOf, plainFormat, type SaveFormat } from '#app/posts/save-format.ts'

/**
 * Guesses from a request if its device saves a file through a share sheet. A page with a script asks
 * the browser instead: see app/download/ui/later/saves-by-share.ts.
 */
export function sharesFile(format: SaveFormat, userAgent: string | null): boolean {
  return isForPhotos(format) && /\b(?:iPhone|iPad|iPod)\b/.test((userAgent ?? '').slice(0, 512))
}

/** iOS saves a ZIP and captions like any file; only files for Photos need its share sheet. */
export function isForPhotos(format: SaveFormat): boolean {
  return format !== 'zip' && captionsOf(format) === null
}

/** Players request a file in pieces, and an MP3 that is made here can't be sent in pieces. */
export function opensInPlayer(format: SaveFormat): boolean {
  return isForPhotos(format) && plainFormat(format) !== 'mp3'
}
