import { bareHost } from '#app/outbound/bare-host.ts'
import type { Channel } from './code-names.ts'

type TrafficSource = { channel: Channel; source: string }

/** Hosts by their registrable name without its suffix, apps by their package. */
const hosts: [Channel, readonly string[]][] = [
  [
    'AI assistant',
    [
      'chatgpt.com',
      'chat.openai.com',
      'claude.ai',
      'perplexity.ai',
      'gemini.google.com',
      'copilot.microsoft.com',
      'chat.deepseek.com',
      'chat.mistral.ai',
      'grok.com',
      'meta.ai',
      'you.com',
      'poe.com',
    ],
  ],
  [
    'Email',
    [
      'mail.google.com',
      'mail.yahoo.com',
      'outlook.live.com',
      'outlook.office.com',
      'mail.proton.me',
      'com.google.android.gm',
    ],
  ],
  [
    'Video',
    [
      'tiktok.com',
      'youtube.com',
      'youtu.be',
      'vimeo.com',
      'twitch.tv',
      'dailymotion.com',
      'com.zhiliaoapp.musically',
      'com.google.android.youtube',
    ],
  ],
  [
    'Social',
    [
      'facebook.com',
      'fb.com',
      'instagram.com',
      'threads.net',
      'threads.com',
      'x.com',
      'twitter.com',
      't.co',
      'reddit.com',
      'linkedin.com',
      'lnkd.in',
      'pinterest.com',
      'tumblr.com',
      'snapchat.com',
      'whatsapp.com',
      't.me',
      'telegram.org',
      'discord.com',
      'vk.com',
      'ok.ru',
      'bsky.app',
      'mastodon.social',
      'quora.com',
      'news.ycombinator.com',
      'weibo.com',
      'com.facebook.katana',
      'com.instagram.android',
      'com.twitter.android',
      'com.reddit.frontpage',
      'com.linkedin.android',
      'com.pinterest',
      'org.telegram.messenger',
    ],
  ],
  [
    'Search',
    [
      'bing.com',
      'duckduckgo.com',
      'baidu.com',
      'ecosia.org',
      'qwant.com',
      'startpage.com',
      'search.brave.com',
      'seznam.cz',
      'naver.com',
      'kagi.com',
      'sogou.com',
      'so.com',
      'search.marginalia.nu',
      'com.google.android.googlequicksearchbox',
    ],
  ],
]
/** Search engines with a domain in every country. */
const searchNames = /(^|\.)(google|yahoo|yandex)(\.[a-z]{2,3}){1,2}$/

/** Parameters about a visit's source, which no page reads. */
export const trackingParameter =
  /^(utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|igshid|mc_[ce]id|_gl)$/

const emailMedia = new Set(['email', 'e-mail', 'newsletter', 'mail'])
const paidMedia = /^(cpc|ppc|cpm|cpv|paid.*|display|banner|ads?|retargeting)$/
const longest = 80

/**
 * Returns a visit's source: the link's own parameters (utm_*, click ids) first, then the referrer.
 * `ownHosts` are the site's. Sources are in lower case and have at most 80 characters.
 */
export function trafficSource(
  query: URLSearchParams,
  referrer: string | null,
  ...ownHosts: string[]
): TrafficSource {
  const from = referrerHost(referrer)
  const source = clean(query.get('utm_source'))
  const medium = clean(query.get('utm_medium'))
  const campaign = clean(query.get('utm_campaign'))
  const clickId = query.has('gclid') || query.has('msclkid') || query.has('ttclid')
  if (clickId || paidMedia.test(medium)) {
    return { channel: 'Paid', source: source || from || 'unknown' }
  }
  if (emailMedia.has(medium)) return { channel: 'Email', source: source || from || 'newsletter' }
  if (source !== '' || medium !== '' || campaign !== '') {
    return { channel: 'Campaign', source: source || campaign || medium }
  }
  if (from === null) return { channel: 'Direct', source: 'direct' }
  if (ownHosts.some((host) => from === bareHost(host)))
    return { channel: 'Internal', source: 'internal' }
  return { channel: channelOf(from), source: from }
}

function channelOf(host: string): Channel {
  for (const [channel, names] of hosts) {
    if (names.some((name) => host === name || host.endsWith(`.${name}`))) return channel
  }
  return searchNames.test(host) ? 'Search' : 'Referral'
}

function referrerHost(referrer: string | null): string | null {
  if (referrer === null || referrer.length > 2048 || !URL.canParse(referrer)) return null
  const { protocol, host } = new URL(referrer)
  // Android apps send their own name instead of a page.
  if (protocol === 'android-app:') return clean(host) || null
  if (protocol !== 'http:' && protocol !== 'https:') return null
  return cut(bareHost(host))
}

function clean(text: string | null): string {
  return cut(
    (text ?? '')
      .replace(/[\p{Cc}\p{Cf}]+/gu, '')
      .trim()
      .toLowerCase(),
  )
}

/** Cuts a text. Half characters would be different keys here, but the same in the database. */
function cut(text: string): string {
  return text.slice(0, longest).toWellFormed()
}
