import { isbot } from 'isbot'
import { z } from 'zod'
import { isPublicPage } from '#app/i18n/public-pages.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { type AnalyticsEvent, mayHaveOlderId, noFacts } from './batch.server.ts'
import { type ClientSoftware, clientSoftware } from './client-software.ts'
import type { BotCode, FailureCode, FormatCode } from './code-names.ts'
import { countryOf } from './country.server.ts'
import { trafficSource } from './traffic-source.ts'
import { visitorId } from './visitor-id.server.ts'
import { enqueueEvent } from './writer.server.ts'

/** A request as far as counting goes. Neither its address nor its user agent is stored. */
export type CountedRequest = {
  address: string
  method: string
  headers: Pick<Headers, 'get'>
  url: URL
  /** Whether an operator of this site is signed in. */
  operator: boolean
  /** The country that a trusted proxy states; null without one. */
  proxyCountry: string | null
}

/** More pages than this within a minute are not read by a human. */
const viewsPerMinute = 60
/** What floods the site beyond so many is told by the request metrics; each is no event of its own. */
const notedPerMinute = 600

/** Counts a page that was shown; `path` is without its language. Never throws. */
export function countPageView(request: CountedRequest, path: string): void {
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

export type LookupFacts = {
  /** Null when the post was found, or the file sent. */
  error: FailureCode | null
  postId: string | null
  ms: number
}

/** Counts a look-up where it ended. Of bots nothing is counted but the pages. */
export function countLookupEvent(request: CountedRequest, facts: LookupFacts): void {
  if (botReason(request) !== null) return
  const event = visitorEvent('lookup', request, Date.now())
  enqueueEvent({ ...event, error: facts.error, post: facts.postId, ms: whole(facts.ms) })
}

export type SaveFacts = LookupFacts & { format: string; bytes: number }

/** Counts a file where its stream ended, or where it was refused. `bytes` is what went out. */
export function countSaveEvent(request: CountedRequest, facts: SaveFacts): void {
  if (botReason(request) !== null) return
  const event = visitorEvent('save', request, Date.now())
  enqueueEvent({
    ...event,
    error: facts.error,
    post: facts.postId,
    format: formatKey(facts.format),
    bytes: whole(facts.bytes),
    ms: whole(facts.ms),
  })
}

/** Counts that a visitor asked for a file; the file itself may never be fetched. */
export function countAttempt(request: CountedRequest, format: string): void {
  if (botReason(request) !== null) return
  const event = visitorEvent('attempt', request, Date.now())
  enqueueEvent({ ...event, format: formatKey(format) })
}

/** What the script of a page may tell: see app/ui/site/browser/beacon.ts. */
const Beacon = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    path: z.string().max(200),
    scroll: z.enum(['0', '25', '50', '75', '100']),
    /** Milliseconds; a tab that was left open says nothing about reading. */
    ms: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  }),
  z.object({ kind: z.literal('attempt'), format: z.string().max(20) }),
])
const longestReadMs = 30 * 60_000

/** Counts what a page's script has sent; false when it is nothing that one sends. */
export function countBeacon(request: CountedRequest, fields: Record<string, string>): boolean {
  const parsed = Beacon.safeParse(fields)
  if (!parsed.success) return false
  const beacon = parsed.data
  if (beacon.kind === 'read' && !isPublicPage(beacon.path)) return false
  if (botReason(request) !== null) return true
  // Whoever tells more than can be read in a minute is not believed.
  if (withinMinute('beacon', request, Date.now()) > viewsPerMinute) return true
  if (beacon.kind === 'attempt') {
    countAttempt(request, beacon.format)
    return true
  }
  const event = visitorEvent('read', request, Date.now())
  enqueueEvent({
    ...event,
    path: beacon.path,
    scroll: beacon.scroll,
    ms: Math.min(longestReadMs, whole(beacon.ms)),
  })
  return true
}

function whole(value: number): number {
  return Math.max(0, Math.round(value))
}

/** Images are counted together, and what is no format not by its name. */
function formatKey(format: string): FormatCode {
  if (format.startsWith('image-')) return 'image'
  return (['mp4', 'hd', 'mp3', 'zip'] as const).find((known) => known === format) ?? 'unknown'
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

function botReason(request: CountedRequest): BotCode | null {
  const { headers, method, operator } = request
  if (method === 'HEAD') return 'head request'
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? ''
  if (/prefetch|prerender|preview/i.test(purpose)) return 'prefetch'
  if (operator) return 'operator'
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

/** How many pages this visitor was shown in the present minute, or told about, this one included. */
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
  const withOlder = mayHaveOlderId(siteTimeZone(), at)
  return visitorId(request.address, userAgentOf(request), request.url.host, at, withOlder)
}

function botEvent(at: number, reason: BotCode): AnalyticsEvent {
  return { ...noFacts, kind: 'bot', at, bot: reason }
}

function visitorEvent(
  kind: AnalyticsEvent['kind'],
  request: CountedRequest,
  at: number,
): AnalyticsEvent {
  const { headers, url, address, proxyCountry } = request
  const { device, browser, os } = agentOf(userAgentOf(request))
  return {
    ...noFacts,
    kind,
    at,
    ...visitorOf(request, at),
    ...trafficSource(url.searchParams, headers.get('referer'), url.host),
    country: proxyCountry ?? countryOf(address, settings().countryDatabase) ?? 'unknown',
    language: languageOf(headers.get('accept-language')),
    device,
    browser,
    os,
  }
}

/** The first language that a browser asks for. */
function languageOf(header: string | null): string {
  return /^\s*([a-z]{2,3})(?=[-,;\s]|$)/i.exec(header ?? '')?.[1]?.toLowerCase() ?? 'unknown'
}
