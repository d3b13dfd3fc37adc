import { gzipSync } from 'node:zlib'
import type { Call } from './http.ts'
import type { ItemContext, Json } from './platform-items.ts'

/** The scope that holds the post; which one a client gets is a matter of its User-Agent. */
export const scopes = {
  phone: 'webapp.reflow.video.detail',
  desktop: 'webapp.video-detail',
} as const

/** One page request, as a post's behaviour sees it. */
export interface PageCall extends ItemContext {
  call: Call
  /** How often this post's page was asked for, this time included. */
  times: number
  token: string
  userAgent: string
  /** A server that is none of the platform's; null when the test gave none. */
  foreignOrigin: string | null
}

export function isPhone(userAgent: string): boolean {
  return /iPhone|Android/.test(userAgent)
}

/** Each cookie in a header of its own, with a comma in its date, as the platform sends them. */
export function guestCookies(token: string): string[] {
  const until = 'Expires=Mon, 22 Nov 2027 04:00:00 GMT; Max-Age=31536000'
  return [
    `tt_csrf_token=csrf-${token}; Path=/; Secure; HttpOnly; SameSite=Lax`,
    `ttwid=1%7C${token}-ttwid%7C1763784000%7C0a1b; Path=/; ${until}; HttpOnly; Secure; SameSite=None`,
    `tt_chain_token=${token}; Path=/; ${until}; HttpOnly; Secure; SameSite=Lax`,
    'sessionid=must-never-be-kept; Path=/; HttpOnly',
  ]
}

export function sendHtml(
  { call }: PageCall,
  html: string,
  headers: Record<string, string | string[]> = {},
  status = 200,
): void {
  const type = { 'Content-Type': 'text/html; charset=utf-8' }
  const isZipped = String(call.req.headers['accept-encoding']).includes('gzip')
  const encoding = isZipped ? { 'Content-Encoding': 'gzip' } : {}
  const body = isZipped ? gzipSync(html, { level: 1 }) : html
  call.res.writeHead(status, { ...type, ...encoding, ...headers }).end(body)
}

// Pages are this long because of texts of the interface, styles and the scripts' list.
const paddingBytes = 300_000
const sentence = 'Padding such as texts of the interface, "quotes" and <b>marks</b>. '
const padding = sentence.repeat(Math.ceil(paddingBytes / 2 / sentence.length))

/** The page with these scopes in its script; half of its length is JSON, half markup. */
export function pageWith(scopesOfPage: Json): string {
  const data = {
    __DEFAULT_SCOPE__: {
      'webapp.app-context': {
        language: 'en',
        region: 'US',
        user: null,
        wid: '7400000000000000001',
      },
      'webapp.i18n-translation': { texts: padding },
      ...scopesOfPage,
    },
  }
  const json = JSON.stringify(data).replaceAll('<', '\\u003C').replaceAll('/', '\\u002F')
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Post</title>',
    '<script>window.__note = "__UNIVERSAL_DATA_FOR_REHYDRATION__"</script>',
    `<style>${'.a{color:red}'.repeat(paddingBytes / 26)}</style></head><body>`,
    '<script nonce="n0nce" type="application/json" id="__UNIVERSAL_DATA_FOR_REHYDRATION__">',
    json,
    '</script><script src="/app.js" defer></script></body></html>',
  ].join('')
}

/** A page of the scope that the client gets, with a guest's cookies. */
export function sendScope(page: PageCall, content: unknown, name?: string): void {
  const scope = name ?? (isPhone(page.userAgent) ? scopes.phone : scopes.desktop)
  sendHtml(page, pageWith({ [scope]: content }), { 'Set-Cookie': guestCookies(page.token) })
}

export function sendItem(page: PageCall, item: Json): void {
  sendScope(page, { statusCode: 0, statusMsg: '', itemInfo: { itemStruct: item }, shareMeta: {} })
}

export function sendState(page: PageCall, statusCode: number, statusMsg: string): void {
  sendScope(page, { statusCode, statusMsg, itemInfo: {} })
}

export function redirect({ call }: PageCall, to: string): void {
  call.res.writeHead(302, { Location: to }).end()
}

/** Short, with a task in it; nothing of it says "post". */
export const proofOfWorkPage =
  '<html><head><title>Please wait...</title></head><body><p id="wci" class="_wafchallengeid"></p>' +
  '<p id="cs" class="eyJ2IjoiMSIsInNlZWQiOiJhYmMifQ=="></p><p id="rs"></p>' +
  '<script src="https://sf16.example/obj/SlardarWAF.js"></script></body></html>'

/** What crawlers get: a page of its usual looks without any data. */
export const decoyPage = `<!DOCTYPE html><html><head><title>TikTok - Make Your Day</title></head><body>${'<div class="skeleton"></div>'.repeat(260)}</body></html>`
