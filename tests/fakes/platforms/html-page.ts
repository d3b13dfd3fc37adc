import type { HostCall } from './played-hosts.ts'

/** Pages of sites that put their data into scripts. */

/** Writes data as a script's content: an end tag in a text can't end the script. */
export function scriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll('</', '<\\/')
}

/** A page of the size that such sites send, with other scripts before and after those given. */
export function htmlPage(
  scripts: readonly string[],
  { title, body = '' }: { title: string; body?: string },
): string {
  const others = (name: string) =>
    Array.from({ length: 15 }, (_, index) =>
      jsonScript({ require: [[name, index, 'x'.repeat(8_000)]] }),
    )
  const head = `<head><title>${title}</title><link rel="preload" href="/rsrc.js"></head>`
  const all = [...others('Bootloader'), ...scripts, ...others('Modules')]
  return `<!DOCTYPE html><html lang="en">${head}<body>${body}${all.join('\n')}</body></html>`
}

export function jsonScript(data: unknown, attributes = 'data-content-len="9" data-sjs'): string {
  return `<script type="application/json" ${attributes}>${scriptText(data)}</script>`
}

/** True for the headers that browsers send when a page is opened from the address bar. */
export function isNavigation({ req }: HostCall): boolean {
  const { headers } = req
  const isWhole =
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-fetch-site'] === 'none' &&
    headers['sec-fetch-user'] === '?1' &&
    headers['upgrade-insecure-requests'] === '1'
  return isWhole && /^Mozilla\/5\.0 \((?:Windows|Macintosh)/.test(headers['user-agent'] ?? '')
}

export function sendHtml({ res }: HostCall, html: string, status = 200): void {
  res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
}
