import type { Channel } from './code-names.ts'
import { type Source, siteOf, sourceOfApp, sourceOfHost, sourceOfText } from './sources.ts'

/** `source`: a key of the table, or a host or text that isn't in it. */
export type TrafficSource = { channel: Channel; source: string; campaign: string | null }

/** Parameters that services add to links, paid ones first: where a click with one came from. */
const clickIds: Record<string, Source & { channel: Channel }> = {
  gclid: { channel: 'Paid', key: 'google.com' },
  gbraid: { channel: 'Paid', key: 'google.com' },
  wbraid: { channel: 'Paid', key: 'google.com' },
  dclid: { channel: 'Paid', key: 'google.com' },
  gad_source: { channel: 'Paid', key: 'google.com' },
  msclkid: { channel: 'Paid', key: 'bing.com' },
  ttclid: { channel: 'Paid', key: 'tiktok.com' },
  twclid: { channel: 'Paid', key: 'x.com' },
  yclid: { channel: 'Paid', key: 'yandex.ru' },
  li_fat_id: { channel: 'Paid', key: 'linkedin.com' },
  sccid: { channel: 'Paid', key: 'snapchat.com' },
  epik: { channel: 'Paid', key: 'pinterest.com' },
  rdt_cid: { channel: 'Paid', key: 'reddit.com' },
  qclid: { channel: 'Paid', key: 'quora.com' },
  tblci: { channel: 'Paid', key: 'taboola.com' },
  obclid: { channel: 'Paid', key: 'outbrain.com' },
  // Of every link, paid or not.
  fbclid: { channel: 'Social', key: 'facebook.com' },
  igshid: { channel: 'Social', key: 'instagram.com' },
  igsh: { channel: 'Social', key: 'instagram.com' },
  ysclid: { channel: 'Search', key: 'yandex.ru' },
  srsltid: { channel: 'Search', key: 'google.com' },
  mc_cid: { channel: 'Email', key: 'mailchimp' },
  mc_eid: { channel: 'Email', key: 'mailchimp' },
  mkt_tok: { channel: 'Email', key: 'marketo' },
  _hsenc: { channel: 'Email', key: 'hubspot' },
  _kx: { channel: 'Email', key: 'klaviyo' },
}

/** Parameters about a visit's source, which no page reads. */
export const trackingParameter = new RegExp(
  `^(?:utm_\\w+|gad_\\w+|_gl|_hsmi|${Object.keys(clickIds).join('|')})$`,
  'i',
)

/** Words in `utm_medium`. The first list with one of them decides. */
const mediums: readonly [Channel | 'organic', RegExp][] = [
  [
    'Paid',
    /^(cp[aceilmv]|ppc|sem|paid\w*|display|banners?|ads?|advert\w*|retargeting|remarketing|sponsored)$/,
  ],
  ['Email', /^(e?mail|emailing|newsletters?)$/],
  ['Social', /^(social\w*|sm)$/],
  ['Video', /^videos?$/],
  ['Referral', /^referr?als?$/],
  ['organic', /^organic$/],
]
const longest = 80

/**
 * Returns a visit's source: the link's own parameters (click ids, utm_*) first, then the referrer.
 * `ownHosts` are the site's. Sources and campaigns are in lower case and have at most 80
 * characters.
 */
export function trafficSource(
  query: URLSearchParams,
  referrer: string | null,
  ...ownHosts: string[]
): TrafficSource {
  const sender = senderOf(referrer, ownHosts)
  const { click, named, medium, campaign } = tagsOf(query)
  const source = named ?? (sender?.channel === 'Internal' ? undefined : sender) ?? click
  const byMedium = mediumOf(medium)
  const isTagged = [named, medium, campaign].some((tag) => tag !== undefined)
  if (click?.channel !== 'Paid' && !isTagged) {
    const { channel, key } = sender ?? click ?? { channel: 'Direct', key: 'direct' }
    return { channel: channel ?? 'Referral', source: cut(key), campaign: null }
  }
  const ownChannel = source?.channel ?? (byMedium === 'organic' ? 'Search' : 'Campaign')
  const tagged = byMedium === undefined || byMedium === 'organic' ? ownChannel : byMedium
  const channel = click?.channel === 'Paid' ? 'Paid' : tagged
  const unnamed = channel === 'Email' ? 'newsletter' : (!byMedium && medium) || 'unknown'
  return { channel, source: cut(source?.key ?? unnamed), campaign: cut(campaign ?? '') || null }
}

/** Returns what a link says about itself. Parameters count in any case, if they have a value. */
function tagsOf(query: URLSearchParams) {
  const given = new Map<string, string>()
  for (const [name, value] of query) {
    const text = clean(value)
    const key = name.toLowerCase()
    if (text !== '' && !given.has(key)) given.set(key, text)
  }
  const source = given.get('utm_source')
  return {
    click: Object.entries(clickIds).find(([name]) => given.has(name))?.[1],
    named: source === undefined ? undefined : sourceOfText(source),
    medium: given.get('utm_medium'),
    campaign: given.get('utm_campaign') ?? given.get('utm_id'),
  }
}

function mediumOf(text = ''): Channel | 'organic' | undefined {
  const words = text.split(/[^\p{L}\d]+/u)
  return mediums.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0]
}

function senderOf(referrer: string | null, ownHosts: string[]): Source | undefined {
  const url = referrer === null || referrer.length > 2048 ? null : URL.parse(referrer)
  if (url === null || url.host === '') return undefined
  // Android apps send their own name instead of a page.
  if (url.protocol === 'android-app:') return sourceOfApp(clean(url.host))
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  const isOwn = ownHosts.some((host) => siteOf(url.host) === siteOf(host))
  return isOwn ? { key: 'internal', channel: 'Internal' } : sourceOfHost(url.hostname)
}

function clean(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, '')
    .trim()
    .toLowerCase()
}

/** Cuts a text. Half characters would be different keys here, but the same in the database. */
function cut(text: string): string {
  return text.slice(0, longest).toWellFormed()
}
