import { isbot } from 'isbot'
import { z } from 'zod'
import { splitKey } from '#app/download/platforms/platform-key.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import { isPublicPage } from '#app/i18n/public-pages.ts'
import { log } from '#app/observe/log.server.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { type AnalyticsEvent, mayHaveOlderId, noFacts } from './batch.server.ts'
import { type ClientSoftware, clientSoftware } from './client-software.server.ts'
import type { BotCode, FailureCode, FormatCode } from './code-names.ts'
import { countryOf } from './country.server.ts'
import { trafficSource } from './traffic-source.ts'
import { visitorId } from './visitor-id.server.ts'
import { enqueueEvent } from './writer.server.ts'

/** The facts of a request that counting uses. Neither its address nor its user agent is stored. */
export type CountedRequest = {
  address: string
  method: string
  headers: Pick<Headers, 'get'>
  url: URL
  operator: boolean
  /** The country stated by a trusted proxy, or null. */
  proxyCountry: string | null
  /** Set for requests of the API: the id of the token, null without one. */
  api?: { token: number | null }
}

/** No one reads more pages than this per minute. */
const viewsPerMinute = 60
/** Failures per minute stored as events. The rest only show in the metrics. */
const notedPerMinute = 600

let lost = 0
let lossLoggedAt = Number.NEGATIVE_INFINITY

/** Returns how many events a fault of the counting itself has lost since the start. */
export function lostEvents(): number {
  return lost
}

/** Runs a part of the counting. A fault is logged once a minute, and costs figures only. */
function counting<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    lost += 1
    if (performance.now() - lossLoggedAt < minuteMs) return null
    lossLoggedAt = performance.now()
    log.error({ err: error, lost }, 'an event was not counted')
    return null
  }
}

/** Counts a page that was shown; `path` is without its language. Never throws. */
export function countPageView(request: CountedRequest, path: string): void {
  counting(() => addPageView(request, path))
}

function addPageView(request: CountedRequest, path: string): void {
  const at = Date.now()
  const reason = botReason(request)
  if (reason !== null) {
    enqueueEvent(botEvent(at, reason))
    return
  }
  const views = withinMinute('view', request, at)
  if (views > notedPerMinute) return
  if (views > viewsPerMinute) enqueueEvent(botEvent(at, 'too many pages a minute'))
  else enqueueEvent({ ...visitorEvent('page_view', request, at), path })
}

type LookupFacts = {
  /** Null if the post was found. */
  error: FailureCode | null
  postId: string | null
  /** The link's, where no post is known. */
  platform?: Platform | null
  ms: number
}

/** Counts a look-up at its end. Bots are only counted by page. Never throws. */
export function countLookupEvent(request: CountedRequest, facts: LookupFacts): void {
  countEvent('lookup', request, {
    error: facts.error,
    post: facts.postId,
    platform: platformOf(facts),
    ms: whole(facts.ms),
  })
}

function platformOf({ postId, platform = null }: LookupFacts): Platform | null {
  return postId === null ? platform : splitKey(postId).platform
}

/** Counts a request for a file, which may never be fetched. Never throws. */
export function countAttempt(request: CountedRequest, format: string): void {
  countEvent('attempt', request, { format: formatKey(format) })
}

function countEvent(
  kind: AnalyticsEvent['kind'],
  request: CountedRequest,
  facts: Partial<AnalyticsEvent>,
): void {
  const event = eventOf(kind, request, facts)
  if (event !== null) enqueueEvent(event)
}

/** Returns a request's event. Null if it isn't counted. Never throws. */
export function eventOf(
  kind: AnalyticsEvent['kind'],
  request: CountedRequest,
  facts: Partial<AnalyticsEvent>,
): AnalyticsEvent | null {
  return counting(() =>
    botReason(request) === null ? { ...visitorEvent(kind, request, Date.now()), ...facts } : null,
  )
}

/** As in the page's address, with its language. */
const PagePath = z.string().max(200).transform(neutralPath)

/** The messages of app/ui/site/browser/beacon.ts. */
const Beacon = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    path: PagePath,
    scroll: z.enum(['0', '25', '50', '75', '100']),
    /** Milliseconds, bounded: a tab that was left open isn't being read. */
    ms: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  }),
  z.object({ kind: z.literal('view'), path: PagePath }),
  z.object({ kind: z.literal('attempt'), format: z.string().max(32) }),
])
const longestReadMs = 30 * 60_000

/** Counts a message of a page's script. Returns false if the message is invalid. Never throws. */
export function countBeacon(request: CountedRequest, fields: Record<string, string>): boolean {
  const parsed = Beacon.safeParse(fields)
  if (!parsed.success) return false
  const beacon = parsed.data
  if (beacon.kind !== 'attempt' && !isPublicPage(beacon.path)) return false
  counting(() => addBeacon(request, beacon))
  return true
}

function addBeacon(request: CountedRequest, beacon: z.infer<typeof Beacon>): void {
  if (botReason(request) !== null) return
  // Accept, but don't count, beacons over the limit.
  if (withinMinute('beacon', request, Date.now()) > viewsPerMinute) return
  if (beacon.kind === 'attempt') {
    countAttempt(request, beacon.format)
    return
  }
  if (beacon.kind === 'view') {
    addPageView(request, beacon.path)
    return
  }
  const { path, scroll } = beacon
  countEvent('read', request, { path, scroll, ms: Math.min(longestReadMs, whole(beacon.ms)) })
}

export function whole(value: number): number {
  return Math.max(0, Math.round(value))
}

/**
 * Images are counted together, so are all videos of a post, and captions of all languages and
 * types. An unknown format isn't counted by its own name.
 */
export function formatKey(format: string): FormatCode {
  if (format.startsWith('image-')) return 'image'
  if (format.startsWith('captions-')) return 'captions'
  return (
    (['mp4', 'hd', 'mp3', 'm4a', 'zip', 'cover'] as const).find(
      (known) => known === format.replace(/-\d+$/, ''),
    ) ?? 'unknown'
  )
}

type Agent = ClientSoftware & { bot: boolean; headless: boolean }
const agents = new Map<string, Agent>()
const agentLimit = 5000
const headlessMarks =
  /Headless|PhantomJS|SlimerJS|Puppeteer|Playwright|Selenium|Cypress|Electron\//i

function agentOf(userAgent: string): Agent {
  const kept = agents.get(userAgent)
  if (kept !== undefined) return kept
  const headless = headlessMarks.test(userAgent)
  const agent = { ...clientSoftware(userAgent), headless, bot: isbot(userAgent) }
  if (agents.size >= agentLimit) agents.clear()
  agents.set(userAgent, agent)
  return agent
}

function userAgentOf({ headers }: CountedRequest): string {
  return (headers.get('user-agent') ?? '').slice(0, 512)
}

/** Where browsers say that no one sees a page yet. */
const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

function botReason(request: CountedRequest): BotCode | null {
  const { headers, method, operator } = request
  if (method === 'HEAD') return 'head request'
  if (purposes.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? '')))
    return 'prefetch'
  if (operator) return 'operator'
  // Programs are whom the API is for.
  if (request.api !== undefined) return null
  if (settings().honourPrivacySignal && headers.get('sec-gpc') === '1') return 'privacy signal'
  const userAgent = userAgentOf(request)
  if (userAgent.trim() === '') return 'no user agent'
  const agent = agentOf(userAgent)
  if (agent.headless || /headless/i.test(headers.get('sec-ch-ua') ?? '')) return 'headless browser'
  return agent.bot ? 'known bot' : null
}

let minute = -1
let countsOf = new Map<string, number>()
const countedVisitors = 50_000

/** Returns the visitor's number of views or beacons in this minute, including this one. */
function withinMinute(what: 'view' | 'beacon', request: CountedRequest, at: number): number {
  const now = Math.floor(at / 60_000)
  if (now !== minute) countsOf = new Map()
  minute = now
  const key = `${what} ${visitorOf(request, at).visitor}`
  const count = (countsOf.get(key) ?? 0) + 1
  if (count > 1 || countsOf.size < countedVisitors) countsOf.set(key, count)
  return count
}

function visitorOf(request: CountedRequest, at: number) {
  const { address, url } = request
  const client = { address, userAgent: userAgentOf(request), host: url.host }
  return visitorId(client, at, mayHaveOlderId(siteTimeZone(), at))
}

function botEvent(at: number, reason: BotCode): AnalyticsEvent {
  return { ...noFacts, kind: 'bot', at, bot: reason }
}

function visitorEvent(
  kind: AnalyticsEvent['kind'],
  request: CountedRequest,
  at: number,
): AnalyticsEvent {
  const { headers, url, address, proxyCountry, api } = request
  const { device, browser, os } = agentOf(userAgentOf(request))
  return {
    ...noFacts,
    kind,
    at,
    ...visitorOf(request, at),
    ...(api === undefined
      ? trafficSource(url.searchParams, headers.get('referer'), url.host, headers.get('host') ?? '')
      : ({ channel: 'API', source: 'api', campaign: null } as const)),
    country: proxyCountry ?? countryOf(address, settings().countryDatabase) ?? 'unknown',
    language: languageOf(headers.get('accept-language')),
    device,
    browser,
    os,
  }
}

/** Returns the first language of an Accept-Language header. */
function languageOf(header: string | null): string {
  return /^\s*([a-z]{2,3})(?=[-,;\s]|$)/i.exec(header ?? '')?.[1]?.toLowerCase() ?? 'unknown'
}
