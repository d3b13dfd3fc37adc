import { otherPlatforms, PLATFORMS, type Platform } from '#app/environment/platform-names.ts'

/** The names that people read. */
export const platformTitles: Record<Platform, string> = {
  tiktok: 'TikTok',
  x: 'X',
  bluesky: 'Bluesky',
  pinterest: 'Pinterest',
  instagram: 'Instagram',
  facebook: 'Facebook',
  snapchat: 'Snapchat',
  reddit: 'Reddit',
  streamable: 'Streamable',
}

const prefixed = new RegExp(`^(${otherPlatforms.join('|')}):(.+)$`, 's')

/**
 * Returns the key that names a post, or a creator, of any platform in one text: TikTok's own id as
 * it is, since links with it are out there, and `x:1790000000000000001` for the others.
 */
export function platformKey(platform: Platform, id: string): string {
  return platform === 'tiktok' ? id : `${platform}:${id}`
}

/** Returns a post's key as people read it: `X 1790000000000000001`, and TikTok's bare id. */
export function keyLabel(key: string): string {
  const { platform, id } = splitKey(key)
  return platform === 'tiktok' ? id : `${platformTitles[platform]} ${id}`
}

/** Returns an untitled post's name: `X post 1790000000000000001`, or `Post` and TikTok's id. */
export function untitledPost(key: string): string {
  const { platform, id } = splitKey(key)
  return platform === 'tiktok' ? `Post ${id}` : `${platformTitles[platform]} post ${id}`
}

/** Returns the platforms of posts by their keys, each once, in the usual order. */
export function platformsOf(keys: readonly string[]): Platform[] {
  const found = new Set(keys.map((key) => splitKey(key).platform))
  return PLATFORMS.filter((platform) => found.has(platform))
}

/**
 * Returns the bounds of a platform's keys when they are sorted by bytes: from the first, and before
 * the second. Digits come before a colon, and letters after it.
 */
export function keyBounds(platform: Platform): readonly [from: string, before: string] {
  return platform === 'tiktok' ? ['', ':'] : [`${platform}:`, `${platform};`]
}

/** Returns the platform and the platform's own id in a key. */
export function splitKey(key: string): { platform: Platform; id: string } {
  const [, name, id = key] = prefixed.exec(key) ?? []
  return { platform: PLATFORMS.find((platform) => platform === name) ?? 'tiktok', id }
}
