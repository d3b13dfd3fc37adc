import type { PlatformHosts } from '#app/download/platforms/hosts.ts'
import { isListedHost } from '#app/download/platforms/link.ts'
import type { GuestSession, MediaAddress, ProfileName } from '#app/posts/extracted-post.server.ts'

export const TIKTOK_REFERER = 'https://www.tiktok.com/'

const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
export const desktopAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** Guest cookies that gated files need. Accounts' session cookies are not among them. */
const guestCookieNames = ['tt_chain_token', 'ttwid']
/** Gated files stay closed without this one. */
export const CHAIN_TOKEN = 'tt_chain_token'
/** RFC 6265 octets without quotes, comma, semicolon and backslash. */
const cookieValue = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,512}$/

export type PageProfileName = 'phone' | 'own_name' | 'desktop'

/** In the order they are tried; `own_name` is our honest name. */
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

/** Returns an answer's guest cookies; values with unusual characters are dropped. */
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

type TiktokProfile = Extract<ProfileName, `tiktok_${string}`>

export type TiktokHosts = Omit<PlatformHosts, 'profileOf'> & {
  /** The origin at which a host's pages and short links are requested. */
  pageOrigin(host: string): string
  /** True for URLs on a page host (in tests, on the test origin). */
  isPage(url: URL): boolean
  profileOf(url: string): TiktokProfile | null
}

const pageHosts = new Set(['www.tiktok.com', 'm.tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com'])
/** `v16-webapp-prime.tiktok.com`, `v19-webapp.us.tiktok.com` and the like. */
const gatedHost = /^v\d{1,3}[a-z]?-webapp(?:-[a-z\d]{1,20}){0,3}(?:\.(?:us|eu))?\.tiktok\.com$/
const openHost = 'www.tiktok.com'
const openPath = '/aweme/v1/play/'

/**
 * Creates the platform's host rules. `testOrigin` plays all hosts at once, told apart by path.
 * Media hosts are those of the platform's own name and `cdnHosts`, suffixes on a label boundary.
 */
export function createTiktokHosts(options: {
  testOrigin: string | null
  cdnHosts: () => readonly string[]
}): TiktokHosts {
  const { testOrigin, cdnHosts } = options
  const isPublic = (url: URL) =>
    url.protocol === 'https:' && url.port === '' && pageHosts.has(url.hostname)
  const isPage = (url: URL) => (testOrigin === null ? isPublic(url) : url.origin === testOrigin)
  function profileOf(address: string): TiktokProfile | null {
    if (!URL.canParse(address)) return null
    const url = new URL(address)
    if (url.username !== '' || url.password !== '') return null
    if (testOrigin !== null) return url.origin === testOrigin ? profileOfPath(url.pathname) : null
    if (url.protocol !== 'https:' || url.port !== '') return null
    if (url.hostname === openHost) return url.pathname.startsWith(openPath) ? 'tiktok_open' : null
    if (gatedHost.test(url.hostname)) return 'tiktok_guest'
    return isListedHost(url.hostname, cdnHosts()) ? 'tiktok_cdn' : null
  }
  return {
    pageOrigin: (host) => testOrigin ?? `https://${host}`,
    isPage,
    pageUrl(url) {
      if (isPage(url)) return url
      return isPublic(url) ? new URL(url.pathname + url.search, testOrigin ?? url) : null
    },
    profileOf,
    fileUrl: (url) => url,
    headersFor: (url, address, session) => fileHeaders(profileOf(url.href), address, session),
  }
}

function profileOfPath(path: string): TiktokProfile | null {
  if (path.startsWith('/media/a/')) return 'tiktok_guest'
  if (path.startsWith(openPath) || path.startsWith('/media/b/')) return 'tiktok_open'
  return path.startsWith('/media/p/') ? 'tiktok_cdn' : null
}

/**
 * Returns the headers for one hop to a file. Cookies go only to gated hosts of the session's
 * profile, the platform's Referer only to its own hosts. Other hosts get a bare request.
 */
function fileHeaders(
  family: TiktokProfile | null,
  { profile }: MediaAddress,
  session: GuestSession | null,
): Record<string, string> {
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
