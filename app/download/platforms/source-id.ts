import {
  type OtherPlatform,
  otherPlatforms,
  type Platform,
} from '#app/environment/platform-names.ts'
import { LIVE_SOURCE_NAMES, type LiveSourceName } from '#app/environment/source-names.ts'

/** A source of TikTok's posts, or a platform whose posts are read from its own pages. */
export type SourceId = LiveSourceName | OtherPlatform

/** True for a platform that is its own source. */
export function isOther(id: SourceId): id is OtherPlatform {
  return otherPlatforms.some((platform) => platform === id)
}

/** Returns the columns that stored figures of a source are kept under. */
export function columnsOf(id: SourceId): { source: LiveSourceName; platform: Platform } {
  return isOther(id) ? { source: 'native', platform: id } : { source: id, platform: 'tiktok' }
}

/** Returns the source that columns name. Null for one that this version doesn't know. */
export function sourceIdOf({
  source,
  platform,
}: {
  source: string
  platform: string
}): SourceId | null {
  const named = platform === 'tiktok' ? source : platform
  return [...LIVE_SOURCE_NAMES, ...otherPlatforms].find((id) => id === named) ?? null
}
