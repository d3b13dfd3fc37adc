/** The sources of real posts. */
export const LIVE_SOURCE_NAMES = ['native', 'service', 'ytdlp'] as const
export const SOURCE_NAMES = [...LIVE_SOURCE_NAMES, 'demo'] as const

export type SourceName = (typeof SOURCE_NAMES)[number]
export type LiveSourceName = (typeof LIVE_SOURCE_NAMES)[number]
