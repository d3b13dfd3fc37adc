import { creatorOfLink } from '#app/download/platforms/links.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import type { Platform } from '#app/environment/platform-names.ts'

const longest = 200

/** Returns a creator in the spelling that blocks are matched by, or null if the handle is empty. */
export function authorKey(platform: Platform, handle: string | null): string | null {
  const key = (handle ?? '').trim().replace(/^@/, '').toLowerCase().slice(0, longest).toWellFormed()
  return key === '' ? null : platformKey(platform, key)
}

/**
 * Parses the creator that an operator types: a link to their page, a handle on `platform`, or one with
 * its own platform as in `x:name`. Returns null for anything else, since a block of it would
 * match no one.
 */
export function typedCreator(text: string, platform: Platform = 'tiktok'): string | null {
  const linked = creatorOfLink(text.trim())
  if (linked !== null) return authorKey(linked.platform, linked.handle)
  const typed = text.trim().replace(/^@/, '')
  const named = splitKey(typed)
  const { id } = named
  if (/[\s/\\?#:@]/.test(id.replace(/^@/, ''))) return null
  return authorKey(named.platform === 'tiktok' ? platform : named.platform, id)
}
