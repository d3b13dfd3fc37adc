import { creatorOfLink } from '#app/download/platforms/links.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import { sameText } from '#app/http/same-text.ts'

const longest = 200
/** No platform's handles have other characters. Bluesky's are host names. */
const handlePattern = /^[\w.-]+$/

/** Returns a creator in the spelling that blocks are matched by, or null if the handle is empty. */
export function authorKey(platform: Platform, handle: string | null): string | null {
  const key = sameText(handle ?? '')
    .replace(/^@/, '')
    .toLowerCase()
    .slice(0, longest)
    .toWellFormed()
  return key === '' ? null : platformKey(platform, key)
}

/**
 * Parses the creator that an operator types: a link to their page, a handle on `platform`, or one
 * with its own platform as in `x:name`. Returns null for anything else, since a block of it would
 * match no one.
 */
export function typedCreator(text: string, platform: Platform = 'tiktok'): string | null {
  const typed = sameText(text)
  const linked = creatorOfLink(typed)
  if (linked !== null) return authorKey(linked.platform, linked.handle)
  const named = splitKey(typed.replace(/^@/, '').toLowerCase())
  const of = named.platform === 'tiktok' ? platform : named.platform
  const handle = named.id.replace(/^@/, '')
  const host = of === 'bluesky' ? URL.parse(`https://${handle}`)?.hostname : undefined
  const key = host ?? handle
  return handlePattern.test(key) ? authorKey(of, key) : null
}
