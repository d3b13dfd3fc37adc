import type { MediaFile } from '#app/posts/extracted-post.server.ts'

const usual = 720
const largestHd = 1080

/**
 * Chooses among the sizes of one video, the higher bit rate first: `video` is the one nearest to
 * 720p, `hd` the largest one above it up to 1080p. Heights are those of the shorter side. Null
 * without a file.
 */
export function chooseByHeight(
  files: readonly MediaFile[],
): { video: MediaFile; hd: MediaFile | null } | null {
  const known = files.flatMap((file) => {
    const { width, height } = file
    return width === null || height === null ? [] : [{ file, lines: Math.min(width, height) }]
  })
  const distance = (lines: number) => Math.abs(lines - usual)
  const [nearest] = known.toSorted(
    (a, b) => distance(a.lines) - distance(b.lines) || b.lines - a.lines,
  )
  const video = nearest?.file ?? files[0]
  if (video === undefined) return null
  const [best] = known
    .filter(({ lines }) => lines <= largestHd && lines > (nearest?.lines ?? largestHd))
    .toSorted((a, b) => b.lines - a.lines)
  return { video, hd: best?.file ?? null }
}
