import { captionsOf, plainFormat, type SaveFormat } from '#app/posts/save-format.ts'
import { guessesIos, isHomeScreenApp, isIos } from '#app/ui/site/device.ts'

/** Returns true if this device saves a file through its share sheet. Not for the server. */
export function savesByShare(format: SaveFormat): boolean {
  return isHomeScreenApp() || (isIos() && needsShare(format))
}

/** Guesses the same from a request, for pages without JavaScript. */
export function guessesShare(format: SaveFormat, userAgent: string | null): boolean {
  return needsShare(format) && guessesIos(userAgent)
}

/** Players request a file in pieces, and an MP3 that is made here can't be sent in pieces. */
export function opensInPlayer(format: SaveFormat): boolean {
  return needsShare(format) && plainFormat(format) !== 'mp3'
}

/** The share sheet offers to put only videos and images in Photos. */
export function goesToPhotos(format: SaveFormat): boolean {
  return opensInPlayer(format) && plainFormat(format) !== 'm4a'
}

/** iOS saves a ZIP and captions by a plain link, without its share sheet. */
function needsShare(format: SaveFormat): boolean {
  return format !== 'zip' && captionsOf(format) === null
}
