import { type AnalyticsEvent, noFacts } from '#app/analytics/batch.server.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { dayIn, startOfDay } from '#app/time/zone-days.ts'
import type { PostActivityKind } from '../schema.ts'
import { demoPostId, historyDays, isDemoSlideshow, recentDays, type SeedPlan } from './plan.ts'
import type { Random } from './random.ts'

export type Act = { at: number; kind: PostActivityKind }

/** From the busiest hour to the quietest. */
const hours = [20, 19, 21, 18, 22, 17, 16, 15, 14, 13, 12, 23, 11, 10, 9, 8, 7, 0, 6, 1]
const countries = [
  'US/en',
  'IN/en',
  'BR/pt',
  'DE/de',
  'MX/es',
  'GB/en',
  'FR/fr',
  'ID/id',
  'ES/es',
  'JP/ja',
]
const software = ['Phone/Chrome/Android', 'Phone/Safari/iOS', 'Computer/Chrome/Windows']
const sources = [
  ['Direct', 'direct', null],
  ['Search', 'google.com', null],
  ['Video', 'tiktok.com', null],
  ['Social', 'reddit.com', null],
  ['Referral', 'garden-notes-3.example', null],
  ['AI assistant', 'chatgpt.com', null],
  ['Email', 'newsletter', 'spring'],
] as const
const pages = ['/download', '/help', '/blog', '/tiktok-downloader-pc', '/statistics', '/dmca']
const formats = { video: ['mp4', 'hd', 'mp3'], slideshow: ['zip', 'image', 'mp3'] } as const
const bytesOf = { mp4: 4e6, hd: 11e6, mp3: 9e5, image: 3e5, zip: 5e6 }
const lookupErrors = ['link: profile', 'not_found', 'service: timeout', 'too_many'] as const
const bots = ['known bot', 'operator', 'head request', 'no user agent'] as const

/**
 * Yields events of visits in chronological order. Adds their actions on posts to `acts`, so that
 * figures and posts agree. A post that `isRemoved` can't be looked up.
 */
export function* madeUpEvents(
  plan: SeedPlan,
  isRemoved: (post: number, at: number) => boolean,
  acts: Act[][],
): Generator<AnalyticsEvent> {
  const random = plan.randomFor('visits')
  const firstDay = dayIn(plan.timeZone, plan.now) - historyDays + 1
  const mean = Math.min(60_000, Math.max(1_000, plan.rows * 15)) / historyDays
  for (let index = 0; index < historyDays; index += 1) {
    const start = startOfDay(plan.timeZone, firstDay + index)
    const end = Math.min(startOfDay(plan.timeZone, firstDay + index + 1), plan.now)
    const published = plan.articles.filter(({ publishedAt }) => publishedAt < start)
    const paths = [...pages, ...published.map(({ path }) => path)]
    // Grows from month to month, higher on weekends, with some noise.
    const weekend = new Date((firstDay + index) * dayMs).getUTCDay() % 6 === 0 ? 1.3 : 1
    const growth = 0.4 * Math.exp((1.7 * index) / historyDays)
    const count = Math.ceil(mean * growth * weekend * (0.85 + random.below(300) / 1000))
    const events: AnalyticsEvent[] = []
    for (let n = 0; n < count; n += 1) {
      const recent = (index - historyDays + recentDays + n / count) / recentDays
      const newest = Math.floor(plan.rows * recent)
      let post = random.chance(0.3) ? random.below(Math.min(12, newest)) : newest
      if (random.chance(0.4)) post = Math.max(0, newest - random.tail(newest))
      // Older posts have been deleted by now.
      if (recent < 0) post = -1 - random.below(3 * plan.rows)
      const at = start + random.pickEarly(hours) * hourMs + random.below(hourMs)
      for (const event of visitOf({ at, post, isGone: isRemoved(post, at), paths }, random)) {
        if (event.at >= end) continue
        events.push(event)
        if (post < 0 || event.post === null || event.error !== null) continue
        const kind = event.kind === 'save' ? (event.format as PostActivityKind) : 'lookup'
        acts[post] ??= []
        acts[post]?.push({ at: event.at, kind })
      }
    }
    yield* events.sort((a, b) => a.at - b.at)
  }
}

type Visit = { at: number; post: number; isGone: boolean; paths: readonly string[] }

function* visitOf({ at, post, isGone, paths }: Visit, random: Random): Generator<AnalyticsEvent> {
  if (random.chance(0.1)) yield { ...noFacts, kind: 'bot', at: at + 1, bot: random.pickEarly(bots) }
  const [country = '', language = ''] = random.pickEarly(countries).split('/')
  const [device = '', browser = '', os = ''] = random.pickEarly(software).split('/')
  const [channel, source, campaign] = random.pickEarly(sources)
  const visitor = random.letters(11)
  const came = { channel, source, campaign }
  const client = { ...noFacts, ...came, visitor, country, language, device, browser, os }
  for (let page = 0, from = at; page === 0 || random.chance(0.3); page += 1) {
    const path = page === 0 && random.chance(0.8) ? '/' : random.pickEarly(paths)
    const ms = random.between(4_000, 2.5 * minuteMs)
    yield { ...client, kind: 'page_view', at: from, path }
    const scroll = random.pick(['0', '25', '50', '75', '100'] as const)
    if (random.chance(0.6)) yield { ...client, kind: 'read', at: from + ms, path, scroll, ms }
    from += ms + 500
  }
  if (random.chance(0.25)) return
  const lookup = {
    ...client,
    kind: 'lookup',
    platform: 'tiktok',
    at: at + 3_000,
    ms: random.between(40, 1_800),
  } as const
  if (isGone || random.chance(0.06)) {
    yield { ...lookup, error: isGone ? 'removed' : random.pickEarly(lookupErrors) }
    return
  }
  yield { ...lookup, post: demoPostId(post) }
  if (random.chance(0.15)) return
  const format = random.pickEarly(formats[isDemoSlideshow(post) ? 'slideshow' : 'video'])
  // Single pictures are downloaded without a countdown.
  if (format !== 'image') yield { ...client, kind: 'attempt', at: at + 6_000, format }
  if (random.chance(0.07)) return
  const bytes = Math.round((bytesOf[format] * random.between(40, 180)) / 100)
  const save = {
    ...client,
    kind: 'save',
    platform: 'tiktok',
    at: at + 12_000,
    post: demoPostId(post),
    format,
  } as const
  const error = random.chance(0.03) ? 'not sent whole' : null
  yield { ...save, ms: random.between(400, 20_000), bytes: error ? bytes >> 2 : bytes, error }
}
