import type { PostFacts } from '#app/download/lookup/post-facts.server.ts'
import { brandOf, type FileNameFacts, patternOf, stemOf } from '#app/posts/file-name.ts'
import { chosenStyle, type FileNameStyle } from '#app/posts/file-name-style.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { offsetMs } from '#app/time/zone-days.ts'

export type NamedPost = Pick<PostFacts, 'postId' | 'author' | 'title'>

/** `quality` is such as `1080p`, `suffix` a fixed ending, `most` the bytes of all. */
type StemOptions = { quality?: string; suffix?: string; most?: number }

let lastStamp = 0

/** Returns the style of file names that a visitor chose, else the site's. */
export function fileNamesFor(headers: Pick<Headers, 'get'>): FileNameStyle {
  return chosenStyle(headers.get('cookie'), settings().fileNames)
}

/** Returns the name of a post's file, without its extension. Can be the same for two files. */
export function fileStem(
  { postId, author, title }: NamedPost,
  style: FileNameStyle,
  { quality = '', ...limits }: StemOptions = {},
): string {
  const facts = { ...clockFacts(), creator: author ?? '', title, id: postId, quality }
  return stemOf(patternOf(style, settings().fileNamePattern), facts, limits)
}

/** Returns a name for a file about several posts: `{site name}_{timestamp}`. */
export function siteStem(): string {
  const { brand, timestamp } = clockFacts()
  return `${brand}_${timestamp}`
}

/**
 * Site name and time, the date and hour in the site's time zone. The timestamp is in UTC, as
 * yyyymmddhhmmss and milliseconds, and unique within a process.
 */
function clockFacts(): Pick<FileNameFacts, 'brand' | 'timestamp' | 'date' | 'time'> {
  // Two files of one millisecond would overwrite each other on the visitor's disk.
  lastStamp = Math.max(Date.now(), lastStamp + 1)
  const timestamp = new Date(lastStamp).toISOString().replace(/\D/g, '')
  const local = new Date(lastStamp + offsetMs(siteTimeZone(), lastStamp)).toISOString()
  const [date = '', time = ''] = local.split('T')
  return {
    brand: brandOf(settings().siteName),
    timestamp,
    date,
    time: time.slice(0, 8).replaceAll(':', '-'),
  }
}

/** Shorter than other names: inside a ZIP, folders add up to a path, which Windows limits. */
const entryBytes = 120

/**
 * Returns a post's name in a ZIP, after `front`. A site name and a time would tell nothing apart
 * there, so that style gives creator and title.
 */
export function entryName(
  post: NamedPost,
  style: FileNameStyle,
  { front = '', quality = '' }: { front?: string; quality?: string } = {},
): string {
  const named = style === 'brand_timestamp' ? 'creator_title' : style
  return front + fileStem(post, named, { quality, most: entryBytes })
}

/** Returns the paths of a post's files in a ZIP, without extensions: numbers in `folder`. */
export function filePaths(folder: string, files: number): string[] {
  const digits = String(files).length
  return Array.from(
    { length: files },
    (_, index) => `${folder}/${String(index + 1).padStart(digits, '0')}`,
  )
}

export function soundPath(folder: string): string {
  return `${folder}/sound`
}
