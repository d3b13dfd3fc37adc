import type { TrafficSource } from './traffic-source.ts'

/**
 * The words for every code that is counted, for all screens and exports. A new cause,
 * format or channel can't be counted until it has a word here: the compiler says so.
 */

export type FormatCode = 'mp4' | 'hd' | 'mp3' | 'zip' | 'image' | 'unknown'
export type ScrollCode = '0' | '25' | '50' | '75' | '100'
/** Why a request isn't counted as a visitor's. */
export type BotCode =
  | 'head request'
  | 'prefetch'
  | 'operator'
  | 'no user agent'
  | 'known bot'
  | 'headless browser'
  | 'too many pages a minute'
  | 'privacy signal'

export const failureNames = {
  'link: empty': 'Empty form',
  'link: too_long': 'Text too long to be a link',
  'link: control_characters': 'Link with control characters',
  'link: not_platform': 'Not a TikTok link',
  'link: bad_id': 'Incomplete post link',
  'link: profile': 'Link to a profile',
  'link: live': 'Link to a live stream',
  'link: sound': 'Link to a sound',
  'link: tag': 'Link to a hashtag',
  'link: collection': 'Link to a collection',
  'link: playlist': 'Link to a playlist',
  'link: login': 'Link to the sign-in page',
  'link: unknown_path': 'Link to another TikTok page',
  too_many: 'Too many requests from one network',
  removed: 'Removed post',
  not_found: 'Post not found',
  daily_limit: 'Daily limit of the service reached',
  rate_limited: 'Service asked us to slow down',
  'service: connect': 'No connection to the service',
  'service: timeout': 'Service took too long',
  'service: http_status': 'Service answered with an error',
  'service: bad_answer': 'Service gave an unreadable answer',
  'service: incomplete_answer': 'Service gave an incomplete answer',
  'service: too_large': 'Service’s answer too large',
  'service: blocked_address': 'Service at an address that isn’t allowed',
  'service: breaker_open': 'Service paused after repeated failures',
  'service: queue_full': 'Too many look-ups waiting',
  'service: not_configured': 'No service set up',
  'service: challenged': 'TikTok asked for proof of a browser',
  'service: blocked': 'TikTok refused this server’s address',
  'service: shape': 'TikTok has changed its page',
  'service: no_program': 'No yt-dlp program set up',
  'service: program_failed': 'The yt-dlp program failed',
  no_such_file: 'Format not available',
  range_not_satisfiable: 'Part past the end of the file',
  too_many_here: 'Too many downloads at once from one network',
  too_many_in_all: 'All download slots in use',
  'media: gone': 'File link expired',
  'media: blocked': 'File at an address that isn’t allowed',
  'media: unavailable': 'Media host unavailable',
  'media: timeout': 'Media host took too long',
  'media: not_media': 'Media host sent something else',
  'media: too_large': 'File too large',
  'media: range_not_satisfiable': 'Media host doesn’t have that part',
  'sound: no_sound': 'Video without sound',
  'sound: not_media': 'Sound in an unknown format',
  'sound: too_long': 'Sound too long for MP3',
  'sound: busy': 'All MP3 slots in use',
  'sound: timeout': 'MP3 took too long',
  'sound: crashed': 'MP3 conversion crashed',
  'sound: source_failed': 'Sound broke off during MP3 conversion',
  'not sent whole': 'Download interrupted',
  'cut by operator': 'Stopped by an operator or a restart',
}

/** Why a look-up or a download failed. Those that a visitor breaks off aren't counted. */
export type FailureCode = keyof typeof failureNames

export const formatNames: Record<FormatCode, string> = {
  mp4: 'MP4',
  hd: 'MP4 in HD',
  mp3: 'MP3',
  zip: 'ZIP',
  image: 'Image',
  unknown: 'Unknown',
}

export const channelNames: Record<TrafficSource['channel'], string> = {
  Direct: 'Direct',
  Internal: 'This site',
  Search: 'Search',
  Social: 'Social',
  Video: 'Video',
  'AI assistant': 'AI assistant',
  Email: 'Email',
  Paid: 'Paid',
  Referral: 'Referral',
  Campaign: 'Campaign',
}

export const scrollNames: Record<ScrollCode, string> = {
  '0': '0%',
  '25': '25%',
  '50': '50%',
  '75': '75%',
  '100': '100%',
}

export const botNames: Record<BotCode, string> = {
  'head request': 'HEAD request',
  prefetch: 'Prefetch',
  operator: 'Operator',
  'no user agent': 'No user agent',
  'known bot': 'Known bot',
  'headless browser': 'Headless browser',
  'too many pages a minute': 'Too many pages a minute',
  'privacy signal': 'Privacy signal',
}

/** What the code itself uses where a visit has no host or campaign as its source. */
const sourceNames: Record<string, string> = {
  direct: 'Direct',
  internal: 'This site',
  newsletter: 'Newsletter',
}

/** Stored codes are plain text: one of an older version has no word, and stays as it is. */
function nameIn(names: Record<string, string>, code: string): string {
  if (Object.hasOwn(names, code)) return names[code] ?? code
  return code === 'unknown' || code === '' ? 'Unknown' : code
}

export const failureName = (code: string) => nameIn(failureNames, code)
export const formatName = (code: string) => nameIn(formatNames, code)
export const channelName = (code: string) => nameIn(channelNames, code)
export const scrollName = (code: string) => nameIn(scrollNames, code)
export const botName = (code: string) => nameIn(botNames, code)
/** A visit's source is a host or a campaign, and those are their own names. */
export const sourceName = (code: string) => nameIn(sourceNames, code)

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** A country's English name by its two capital letters; anything else stays as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : nameIn({}, code)
}

/** A language's English name by its two or three small letters; anything else stays as it is. */
export function languageName(code: string): string {
  return /^[a-z]{2,3}$/.test(code) ? (languageNames.of(code) ?? code) : nameIn({}, code)
}
