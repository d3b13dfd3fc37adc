import { mayHaveResults, takeAttempts } from './results-in-tab.ts'

/**
 * Loads third-party tags and reports page views, scrolling by quarters, time on the page and
 * requested downloads. Only in a page if the operator has enabled tags and the visitor has agreed,
 * and never in one with a result: downloads requested there are reported by the next page.
 */

type Facts = Record<string, string | number>
type Sender = (event: string, facts: Facts) => void
type Queue = ((...given: unknown[]) => void) & Record<string, unknown>

const { dataset = {} } = document.querySelector<HTMLElement>('[data-tags]') ?? {}
const globals = window as unknown as Record<string, unknown>
const senders: Sender[] = []

const load = (address: string) => {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.append(script)
}

/** Queues calls until the tag's own script has loaded. */
const queueInto = (take: (given: IArguments) => void): Queue => {
  function queue() {
    // biome-ignore lint/complexity/noArguments: the tags' scripts read arguments objects, no arrays
    take(arguments)
  }
  return queue as Queue
}

/** The address with its campaign parameters and no other part of the query. */
const pageAddress = () => {
  const campaign = [...new URLSearchParams(location.search)].filter(([name]) => /^utm_/.test(name))
  const query = new URLSearchParams(campaign).toString()
  return location.origin + location.pathname + (query === '' ? '' : `?${query}`)
}

const startAnalytics = (id: string) => {
  const layer: unknown[] = []
  const tag = queueInto((given) => layer.push(given))
  globals.dataLayer = layer
  globals.gtag = tag
  // Grants measurement only, never advertising.
  tag('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'granted',
  })
  tag('js', new Date())
  tag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    page_location: pageAddress(),
    page_referrer: document.referrer,
  })
  load(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
  senders.push((event, facts) => tag('event', event, facts))
}

const startHeatmap = (id: string) => {
  const calls: IArguments[] = []
  const tag = queueInto((given) => calls.push(given))
  tag.q = calls
  globals.clarity = tag
  // Masks what visitors look up and type in heat maps.
  document.body.dataset.clarityMask = 'true'
  tag('consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' })
  load(`https://www.clarity.ms/tag/${encodeURIComponent(id)}`)
  senders.push((event, facts) => {
    // Clarity's script replaces the queue function. It only accepts names.
    const send = globals.clarity as Queue
    for (const [name, value] of Object.entries(facts)) send('set', name, String(value))
    send('event', event)
  })
}

const startPixel = (id: string) => {
  const calls: IArguments[] = []
  const tag = queueInto((given) => {
    if (typeof tag.callMethod === 'function') Reflect.apply(tag.callMethod, tag, [...given])
    else calls.push(given)
  })
  Object.assign(tag, { push: tag, loaded: true, version: '2.0', queue: calls })
  globals.fbq = tag
  globals._fbq = tag
  // Otherwise it records every press and the page's description.
  tag('set', 'autoConfig', false, id)
  tag('init', id)
  load('https://connect.facebook.net/en_US/fbevents.js')
  senders.push((event, facts) => {
    if (event === 'page_view') tag('track', 'PageView')
    else tag('trackCustom', event, facts)
  })
}

/** Pages of this site may have had a token in their address, so tags only see the origin. */
const hideReferrer = () => {
  if (!document.referrer.startsWith(`${location.origin}/`)) return
  Object.defineProperty(document, 'referrer', { value: `${location.origin}/` })
}

const send = (event: string, facts: Facts = {}) => {
  for (const sender of senders) sender(event, facts)
}

let opened = 0
let quarters = 0
let left = false

const begin = () => {
  opened = performance.now()
  quarters = 0
  left = false
  send('page_view')
}

const measure = () => {
  const { scrollHeight } = document.documentElement
  // A pixel or two of rounding shouldn't make a page count as unfinished.
  const reached = Math.min(4, Math.floor(((scrollY + innerHeight) / scrollHeight + 0.005) * 4))
  while (quarters < reached) {
    quarters++
    send('scroll', { percent_scrolled: quarters * 25 })
  }
}

const leave = () => {
  if (left) return
  left = true
  send('time_on_page', { seconds: Math.round((performance.now() - opened) / 1000) })
}

/**
 * True if Back can lead to a result within this document: a reloaded page shares its document with
 * the history entries it has added. No tag is loaded then.
 */
const sharesHistory = () => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate'
    ? false
    : mayHaveResults()
}

const start = () => {
  hideReferrer()
  if (dataset.analytics !== undefined) startAnalytics(dataset.analytics)
  if (dataset.heatmap !== undefined) startHeatmap(dataset.heatmap)
  if (dataset.pixel !== undefined) startPixel(dataset.pixel)
  begin()
  for (const format of takeAttempts()) send('download_attempt', { format })
  addEventListener('scroll', measure, { passive: true })
  addEventListener('pagehide', leave)
  // Phones may end a background page without an event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
  // A page restored from the browser's cache counts as read again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) begin()
  })
}

if (!sharesHistory()) start()
