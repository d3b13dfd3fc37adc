import type { MediaFile } from '#app/posts/extracted-post.server.ts'

export type Codec = NonNullable<MediaFile['codec']>

/** Codecs that players can't show; `bytevc2` is the platform's own. */
const unplayable = /bytevc2|h266|vvc|av0?1/i

export function isUnplayable(name: string): boolean {
  return unplayable.test(name)
}

/** Returns the codec that a name means. Null for an unknown one, or one that players can't show. */
export function codecOf(name: string): Codec | null {
  if (isUnplayable(name)) return null
  if (/bytevc1|h265|hevc|hvc1|hev1/i.test(name)) return 'hevc'
  return /h264|avc/i.test(name) ? 'h264' : null
}
