import { platformTitles, splitKey } from '#app/download/platforms/platform-key.ts'

/**
 * Returns a creator by their key, as people read it: `@name`, or `@name on X` away from TikTok.
 * `handle` is the name as the creator writes it, if that is known.
 */
export function creatorName(key: string, handle: string | null = null): string {
  const { platform, id } = splitKey(key)
  const name = `@${handle ?? id}`
  return platform === 'tiktok' ? name : `${name} on ${platformTitles[platform]}`
}
