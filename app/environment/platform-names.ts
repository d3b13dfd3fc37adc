/** Every platform that links can come from, the first citizen first. */
export const PLATFORMS = [
  'tiktok',
  'x',
  'bluesky',
  'pinterest',
  'instagram',
  'facebook',
  'snapchat',
  'reddit',
  'streamable',
] as const

export type Platform = (typeof PLATFORMS)[number]

/** A platform other than TikTok, whose posts come from its own pages alone. */
export type OtherPlatform = Exclude<Platform, 'tiktok'>

export const otherPlatforms = PLATFORMS.filter((platform) => platform !== 'tiktok')
