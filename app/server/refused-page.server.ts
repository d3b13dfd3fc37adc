import type { IncomingMessage, ServerResponse } from 'node:http'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { isApiAddress } from '#app/http/api-address.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { settings } from '#app/settings/settings.server.ts'
import { pathLanguage } from '#app/settings/site-language.server.ts'
import { isBackOffice } from '#app/ui/site/back-office.ts'
import { type Refusal, RefusedPage } from '#app/ui/site/messages/maintenance-page.tsx'
import { requestUrl } from './incoming-request.server.ts'
import { refuse } from './outgoing-answer.server.ts'

/** Few, and rendering one for each request would help a flood. */
const rendered = new Map<string, string>()

/**
 * Refuses a request before it is routed: with a page in its language where a browser shows it, else
 * with a line of text.
 */
export function refuseReader(
  req: IncomingMessage,
  res: ServerResponse,
  { status, why, line }: { status: number; why: Refusal; line: string },
  headers: Record<string, string> = {},
): void {
  const { pathname } = requestUrl(req)
  if (isApiAddress(pathname) || !/\btext\/html\b/i.test(req.headers.accept ?? '')) {
    refuse(res, status, line, headers)
    return
  }
  const language = isBackOffice(pathname) ? 'en' : pathLanguage(pathname)
  refuse(res, status, refusedPage(language, why), {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
  })
}

export function refusedPage(language: Language, why: Refusal): string {
  const { siteName } = settings()
  const key = `${language} ${why} ${siteName}`
  const page =
    rendered.get(key) ??
    `<!doctype html>\n${renderToStaticMarkup(createElement(RefusedPage, { language, siteName, why }))}`
  rendered.set(key, page)
  return page
}
