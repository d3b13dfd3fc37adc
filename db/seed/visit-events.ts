import { type AnalyticsEvent, noFacts } from '#app/analytics/batch.server.ts'
import type { TrafficSource } from '#app/analytics/traffic-source.ts'
import type { Random } from './random.ts'

type Client = Pick<
  AnalyticsEvent,
  'visitor' | 'channel' | 'source' | 'country' | 'language' | 'device' | 'browser' | 'os'
>

/** Someone's visit about one post. Of a new post the look-up succeeds: else it would be unknown. */
export type Visit = {
  at: number
  client: Client
  postId: string
  isSlideshow: boolean
  isNew: boolean
  /** The pages that there are at the time, the articles that were published by then included. */
  pages: readonly string[]
}

const countries: [country: string, language: string][] = [
  ['US', 'en'],
  ['IN', 'en'],
  ['BR', 'pt'],
  ['DE', 'de'],
  ['MX', 'es'],
  ['GB', 'en'],
  ['FR', 'fr'],
  ['ID', 'id'],
  ['ES', 'es'],
  ['TR', 'tr'],
  ['JP', 'ja'],
  ['PT', 'pt'],
  ['CA', 'fr'],
  ['AT', 'de'],
  ['NG', 'en'],
]
const sources: [channel: TrafficSource['channel'], source: string][] = [
  ['Direct', 'direct'],
  ['Search', 'google.com'],
  ['Search', 'bing.com'],
  ['Video', 'tiktok.com'],
  ['Search', 'duckduckgo.com'],
  ['Social', 'reddit.com'],
  ['Referral', 'garden-notes-3.example'],
  ['Social', 'instagram.com'],
  ['AI assistant', 'chatgpt.com'],
  ['Referral', 'clip-daily-8.example'],
  ['Email', 'newsletter'],
  ['Campaign', 'spring-demo'],
]
const software: [device: string, browser: string, os: string][] = [
  ['Phone', 'Chrome', 'Android'],
  ['Phone', 'Safari', 'iOS'],
  ['Computer', 'Chrome', 'Windows'],
  ['Phone', 'Samsung Internet', 'Android'],
  ['Computer', 'Safari', 'macOS'],
  ['Computer', 'Firefox', 'Windows'],
  ['Computer', 'Edge', 'Windows'],
  ['Tablet', 'Safari', 'iOS'],
  ['Computer', 'Firefox', 'Linux'],
]
/** Besides the start page and the articles. */
export const otherPages = [
  '/download',
  '/help',
  '/blog',
  '/tiktok-downloader-pc',
  '/free-tiktok-downloader-mp4',
  '/statistics',
  '/resources',
  '/dmca',
  '/privacy',
]
const formats = { video: ['mp4', 'hd', 'mp3'], slideshow: ['zip', 'image', 'mp3'] } as const
const bytesOf = { mp4: 4e6, hd: 11e6, mp3: 9e5, image: 3e5, zip: 5e6 }
const lookupErrors = ['link: profile', 'not_found', 'service: timeout', 'too_many'] as const
const bots = ['known bot', 'operator', 'head request', 'no user agent', 'headless browser'] as const
const depths = ['0', '25', '50', '75', '100'] as const

/** Someone new: from where, with what. */
export function madeUpClient(random: Random): Client {
  const [country, language] = random.pickEarly(countries)
  const [channel, source] = random.pickEarly(sources)
  const [device, browser, os] = random.pickEarly(software)
  return { visitor: random.letters(11), channel, source, country, language, device, browser, os }
}

/** A page that is shown, and mostly what its script tells when it is left; `ms` is the time on it. */
function readPage(at: number, ms: number, path: string, client: Client, random: Random) {
  const events: AnalyticsEvent[] = [{ ...noFacts, ...client, kind: 'page_view', at, path }]
  if (random.chance(0.6)) {
    const scroll = random.pick(depths)
    events.push({ ...noFacts, ...client, kind: 'read', at: at + ms, path, scroll, ms })
  }
  return events
}

/** What is counted of a visit, and now and then a bot. */
export function eventsOf(visit: Visit, random: Random): AnalyticsEvent[] {
  const { at, client, postId, isSlideshow, isNew, pages } = visit
  const path = isNew || random.chance(0.7) ? '/' : random.pickEarly(pages)
  const ms = random.between(4_000, 150_000)
  const events = readPage(at, ms, path, client, random)
  if (random.chance(0.4)) {
    const next = random.pickEarly(pages)
    const nextMs = random.between(4_000, 150_000)
    events.push(...readPage(at + ms + 500, nextMs, next, client, random))
  }
  if (random.chance(0.1)) {
    events.push({ ...noFacts, kind: 'bot', at: at + 1, bot: random.pickEarly(bots) })
  }
  if (!isNew && random.chance(0.25)) return events
  const lookup = { ...noFacts, ...client, kind: 'lookup' as const, at: at + 3_000 }
  if (!isNew && random.chance(0.06)) {
    const error = random.pickEarly(lookupErrors)
    return [...events, { ...lookup, error, ms: random.between(20, 4_000) }]
  }
  events.push({ ...lookup, post: postId, ms: random.between(40, 1_800) })
  if (random.chance(0.15)) return events
  const format = random.pickEarly(formats[isSlideshow ? 'slideshow' : 'video'])
  // Single pictures are saved without a countdown.
  if (format !== 'image') {
    events.push({ ...noFacts, ...client, kind: 'attempt', at: at + 6_000, format })
  }
  if (random.chance(0.07)) return events
  const save = {
    ...noFacts,
    ...client,
    kind: 'save' as const,
    at: at + 12_000,
    post: postId,
    format,
    ms: random.between(400, 20_000),
  }
  const bytes = Math.round((bytesOf[format] * random.between(40, 180)) / 100)
  const cut = random.chance(0.03)
  const end = cut ? { error: 'not sent whole' as const, bytes: Math.round(bytes / 3) } : { bytes }
  return [...events, { ...save, ...end }]
}
