import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MiddlewareFunction } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { isApiAddress } from '#app/http/api-address.ts'
import { pageAddress } from '#app/http/page-address.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { refuseWhileDamaged } from '#app/observe/database-damage.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { MaintenancePage } from '#app/ui/site/messages/maintenance-page.tsx'

/** For the Retry-After header: no one knows how long the work takes. */
const retryAfterSeconds = 300

/** The back office with its sign-in, probes, and what crawlers read before pages. */
const open = /^\/(admin(\/.*)?|health|metrics|robots\.txt)$/i

/** Promised by law or in sent emails: opting out, DMCA notices, consent and the legal pages. */
const promised =
  /^\/(dmca(\/.*)?|newsletter\/unsubscribe\/[^/]+|outreach\/stop\/[^/]+|consent|privacy|terms)$/

/**
 * In maintenance mode, everyone but operators gets 503 for all pages that aren't promised to stay
 * open, their data, look-ups, feeds and new downloads. Running downloads go on. Must be before all
 * that answers for the public site.
 */
export const maintenance: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  if (!settings().maintenanceMode || open.test(url.pathname)) return next()
  // Answered there by a problem that programs can read.
  if (isApiAddress(url.pathname)) return next()
  if (promised.test(neutralPath(pageAddress(request).pathname))) return next()
  const session = await context.get(sessionContext).current()
  if (session?.user.role === 'admin') return next()
  const headers = { 'Retry-After': String(retryAfterSeconds), 'Cache-Control': 'no-store' }
  if (pageAddress(request).isData) {
    return new Response(null, { status: 503, headers })
  }
  const { siteName, maintenanceText, contactAddress } = settings()
  const language = pageLanguage(url.pathname.split('/', 2)[1])
  const page = createElement(MaintenancePage, {
    language,
    siteName,
    text: maintenanceText,
    contactAddress,
    dmcaPath: localPath('/dmca', language, defaultLanguage()),
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

/** Operators sign in and out here, and restore a backup. */
const mending = /^\/admin\/(login|two-factor|logout|settings\/database(\/.*)?)$/

/**
 * While the database is damaged, forms get 503, except those that repair it. The API's rules refuse
 * by themselves.
 */
export const damaged: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  const isOpen = mending.test(url.pathname) || isApiAddress(url.pathname)
  if (request.method === 'POST' && !isOpen) refuseWhileDamaged()
  return next()
}
