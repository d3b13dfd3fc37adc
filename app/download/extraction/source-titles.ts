import type { LiveSourceName } from '#app/environment/source-names.ts'

export const sourceTitles: Readonly<Record<LiveSourceName, string>> = {
  native: 'TikTok’s own pages',
  service: 'The extraction service',
  ytdlp: 'yt-dlp',
}
