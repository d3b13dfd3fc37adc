/** What both engines hold to when they make a small picture of a large one. */

/** A cover has 2 million pixels at most; what has more than this is made to use up memory. */
export const MAX_PIXELS = 25_000_000
export const MAX_PICTURE_BYTES = 8_000_000
/** Of the WebP, out of 100. */
export const PICTURE_QUALITY = 68

/** FFmpeg's filters: never wider than the picture, never taller than twice its width. */
export function pictureFilters(width: number): string {
  return `crop=iw:min(ih\\,iw*2):0:0,scale=min(${width}\\,iw):-2:flags=area,format=yuv420p`
}
