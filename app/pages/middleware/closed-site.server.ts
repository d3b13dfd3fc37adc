import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MiddlewareFunction } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { pageLanguage } from '#app/settings/site-language.server.ts'
import { MaintenancePage } from '#app/ui/site/messages/maintenance-page.tsx'

/** Seconds after which programs may ask again: no one knows how long the work takes. */
const retryAfterSeconds = 300

/** The back office with its sign-in, what probes ask, and what crawlers read before pages. */
const open = /^\/(admin(\/.*)?|health|metrics|robots\.txt)$/i

/**
 * While maintenance mode is on, everyone but operators gets 503 for whatever they ask: pages, their
 * data, look-ups, feeds and new downloads. Downloads that run go on. It stands before all that
 * answers for the public site.
 */
export const maintenance: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  if (!settings().maintenanceMode || open.test(url.pathname)) return next()
  const session = await context.get(sessionContext).current()
  if (session?.user.role === 'admin') return next()
  const headers = { 'Retry-After': String(retryAfterSeconds), 'Cache-Control': 'no-store' }
  if (new URL(request.url).pathname.endsWith('.data')) {
    return new Response(null, { status: 503, headers })
  }
  const { siteName, maintenanceText, contactAddress } = settings()
  const language = pageLanguage(url.pathname.split('/', 2)[1])
  const page = createElement(MaintenancePage, {
    language,
    siteName,
    text: maintenanceText,
    contactAddress,
  })
  return new Response(`<!doctype html>\n${renderToStaticMarkup(page)}\n`, {
    status: 503,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
    },
  })
}
