import { isForPhotos } from '#app/download/save/device.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { isHomeScreenApp, isIos } from '#app/ui/site/browser/device.ts'

/** Returns true if this device saves a file through its share sheet. Not for the server. */
export function savesByShare(format: SaveFormat): boolean {
  return isHomeScreenApp() || (isIos() && isForPhotos(format))
}
