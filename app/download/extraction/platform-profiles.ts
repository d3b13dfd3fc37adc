import type { GuestSession, MediaAddress, ProfileName } from '#app/posts/extracted-post.server.ts'

export const TIKTOK_REFERER = 'https://www.tiktok.com/'

const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
export const desktopAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** Names of guest cookies that gated files want. Session cookies of accounts are not among them. */
const guestCookieNames = ['tt_chain_token', 'ttwid']
/** Without this one gated files stay closed. */
export const CHAIN_TOKEN = 'tt_chain_token'
/** The octets of RFC 6265 without quotes, comma, semicolon and backslash. */
const cookieValue = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,512}$/

export type PageProfileName = 'phone' | 'own_name' | 'desktop'

/** In the order they are tried; `own_name` says honestly who asks. */
export const pageProfileNames: readonly PageProfileName[] = ['phone', 'own_name', 'desktop']

export function pageHeaders(profile: PageProfileName): Record<string, string> {
  const agents = { phone: phoneAgent, own_name: 'Cleanclip/1.0', desktop: desktopAgent }
  return {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-US,en;q=0.9',
    'user-agent': agents[profile],
    ...(profile === 'own_name'
      ? {}
      : { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }),
  }
}

/** The guest cookies among an answer's Set-Cookie headers; a value of unusual characters is dropped. */
export function readGuestCookies(headers: readonly string[]): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const header of headers) {
    const [pair = ''] = header.split(';', 1)
    const equals = pair.indexOf('=')
    const name = pair.slice(0, equals).trim()
    const value = pair.slice(equals + 1).trim()
    if (!guestCookieNames.includes(name)) continue
    if (cookieValue.test(value)) cookies[name] = value
    else delete cookies[name]
  }
  return cookies
}

export type Platforms = {
  /** The origin that pages and short links of a host are asked at. */
  pageOrigin(host: string): string
  /** Whether a URL is on one of the platform's page hosts, as they are asked at. */
  isPage(url: URL): boolean
  /** A page's URL as it is asked at; null when it is on no page host. */
  pageUrl(url: URL): URL | null
  /** How an address of a file is to be asked for; null for one on no known host. */
  profileOf(url: string): Exclude<ProfileName, 'plain'> | null
}

const pageHosts = new Set(['www.tiktok.com', 'm.tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com'])
/** `v16-webapp-prime.tiktok.com`, `v19-webapp.us.tiktok.com` and their like. */
const gatedHost = /^v\d{1,3}[a-z]?-webapp(?:-[a-z\d]{1,20}){0,3}(?:\.(?:us|eu))?\.tiktok\.com$/
const openHost = 'www.tiktok.com'
const openPath = '/aweme/v1/play/'

/**
 * The platform's hosts. `testOrigin` plays all of them at once, told apart by path; a media host is
 * any of `cdnHosts`, suffixes on a label boundary, and those of the platform's own name.
 */
export function createPlatforms(options: {
  testOrigin: string | null
  cdnHosts: () => readonly string[]
}): Platforms {
  const { testOrigin, cdnHosts } = options
  const isPublic = (url: URL) =>
    url.protocol === 'https:' && url.port === '' && pageHosts.has(url.hostname)
  const isPage = (url: URL) => (testOrigin === null ? isPublic(url) : url.origin === testOrigin)
  return {
    pageOrigin: (host) => testOrigin ?? `https://${host}`,
    isPage,
    pageUrl(url) {
      if (isPage(url)) return url
      return isPublic(url) ? new URL(url.pathname + url.search, testOrigin ?? url) : null
    },
    profileOf(address) {
      if (!URL.canParse(address)) return null
      const url = new URL(address)
      if (url.username !== '' || url.password !== '') return null
      if (testOrigin !== null) return url.origin === testOrigin ? profileOfPath(url.pathname) : null
      if (url.protocol !== 'https:' || url.port !== '') return null
      if (url.hostname === openHost) return url.pathname.startsWith(openPath) ? 'tiktok_open' : null
      if (gatedHost.test(url.hostname)) return 'tiktok_guest'
      return isListedHost(url.hostname, cdnHosts()) ? 'tiktok_cdn' : null
    },
  }
}

function profileOfPath(path: string): Exclude<ProfileName, 'plain'> | null {
  if (path.startsWith('/media/a/')) return 'tiktok_guest'
  if (path.startsWith(openPath) || path.startsWith('/media/b/')) return 'tiktok_open'
  return path.startsWith('/media/p/') ? 'tiktok_cdn' : null
}

export function isListedHost(host: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => suffix !== '' && `.${host}`.endsWith(`.${suffix}`))
}

/**
 * The headers for one hop to a file, made for each: cookies go to gated hosts of the session's
 * profile only, the platform's Referer to its hosts only. What is neither gets a bare request.
 */
export function platformHeaders(
  url: URL,
  { profile }: MediaAddress,
  session: GuestSession | null,
  platforms: Platforms,
): Record<string, string> {
  const family = platforms.profileOf(url.href)
  if (family === null) return { accept: '*/*', 'user-agent': desktopAgent }
  const headers: Record<string, string> = {
    accept: '*/*',
    'user-agent': session?.userAgent ?? phoneAgent,
    referer: TIKTOK_REFERER,
  }
  if (profile === 'tiktok_guest' && family === 'tiktok_guest' && session?.profile === profile) {
    const pairs = guestCookieNames.flatMap((name) => {
      const value = session.cookies[name]
      return value !== undefined && cookieValue.test(value) ? [`${name}=${value}`] : []
    })
    if (pairs.length > 0) headers.cookie = pairs.join('; ')
  }
  return headers
}
