import { platformTitles } from '#app/download/platforms/platform-key.ts'

/**
 * The words for every counted code, for all screens and exports. A new cause, format or channel
 * without a word here doesn't compile.
 */

export const failureNames = {
  'link: empty': 'Empty form',
  'link: too_long': 'Text too long to be a link',
  'link: control_characters': 'Link with control characters',
  'link: not_platform': 'Not a link to a known platform',
  'link: other_site': 'Link to a site that isn’t supported',
  'link: switched_off': 'Link to a platform that is off',
  'link: bad_id': 'Incomplete post link',
  'link: profile': 'Link to a profile',
  'link: live': 'Link to a live stream',
  'link: sound': 'Link to a sound',
  'link: tag': 'Link to a hashtag',
  'link: collection': 'Link to a collection',
  'link: playlist': 'Link to a playlist',
  'link: story': 'Link to a story',
  'link: private': 'Link to a private post',
  'link: login': 'Link to the sign-in page',
  'link: shop': 'Link to a shop page',
  'link: invite': 'Link to an invitation',
  'link: effect': 'Link to an effect',
  'link: place': 'Link to a place',
  'link: discover': 'Link to a search page',
  'link: about': 'Link to a page about the platform',
  'link: unknown_path': 'Link to another page',
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
  'service: challenged': 'The platform asked for proof of a browser',
  'service: blocked': 'The platform refused this server’s address',
  'service: shape': 'The platform has changed its page',
  'service: no_program': 'No yt-dlp program set up',
  'service: program_failed': 'The yt-dlp program failed',
  no_such_file: 'Format not available',
  past_end: 'Part after the end of the clip',
  range_not_satisfiable: 'Range past the end of the file',
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

export const formatNames = {
  mp4: 'MP4',
  hd: 'MP4 in HD',
  mp3: 'MP3',
  m4a: 'M4A',
  zip: 'ZIP',
  image: 'Image',
  captions: 'Captions',
  cover: 'Cover',
  unknown: 'Unknown',
}
export type FormatCode = keyof typeof formatNames

/** Kinds of traffic sources. */
export const channelNames = {
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
  API: 'API',
}
export type Channel = keyof typeof channelNames

export const scrollNames = {
  '0': '0%',
  '25': '25%',
  '50': '50%',
  '75': '75%',
  '100': '100%',
}
export type ScrollCode = keyof typeof scrollNames

/** Why a request isn't counted as a visitor's. */
export const botNames = {
  'head request': 'HEAD request',
  prefetch: 'Prefetch',
  operator: 'Operator',
  'no user agent': 'No user agent',
  'known bot': 'Known bot',
  'headless browser': 'Headless browser',
  'too many pages a minute': 'Too many pages a minute',
  'privacy signal': 'Privacy signal',
}
export type BotCode = keyof typeof botNames

/** Stored codes are plain text. One from an older version without a word is shown as it is. */
function nameIn(names: Record<string, string>, code: string): string {
  if (Object.hasOwn(names, code)) return names[code] ?? code
  return code === 'unknown' || code === '' ? 'Unknown' : code
}

export const failureName = (code: string) => nameIn(failureNames, code)
export const formatName = (code: string) => nameIn(formatNames, code)
export const channelName = (code: string) => nameIn(channelNames, code)
export const scrollName = (code: string) => nameIn(scrollNames, code)
export const botName = (code: string) => nameIn(botNames, code)
export const platformName = (code: string) => nameIn(platformTitles, code)

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** Returns a country's English name by its two capital letters. Anything else stays as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : nameIn({}, code)
}

/** Returns a language's English name by its two or three small letters, or else the text itself. */
export function languageName(code: string): string {
  return /^[a-z]{2,3}$/.test(code) ? (languageNames.of(code) ?? code) : nameIn({}, code)
}
