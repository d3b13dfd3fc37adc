import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
} from 'react-router'
import { catalogue } from '#app/i18n/texts.server.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { takeNotFoundPage } from './download/visitor-limits.server.ts'
import { exchangeContext } from './http/request-context.server.ts'
import { savesData } from './http/save-data.server.ts'
import { allowScripts } from './http/secure-headers.server.ts'
import { log } from './observe/log.server.ts'
import { renderPage } from './server/rendering.server.tsx'
import { pathLanguage } from './settings/site-language.server.ts'
import type { PageScriptsKind } from './ui/site/page-scripts.tsx'

/**
 * Renders the page into the exchange, past web streams: the response carries its head only. Networks
 * that ask for more missing pages than the rate limit allows get the text alone, still as a 404.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const exchange = context.get(exchangeContext)
  const { id, unavailable, failed, clientAddress, servedHtml } = exchange
  const language = pathLanguage(new URL(request.url).pathname)
  if (status === 404 && (await takeNotFoundPage(clientAddress)) !== null) {
    headers.set('Content-Type', 'text/plain; charset=utf-8')
    exchange.page = Buffer.from(`${catalogue(language).notFound.text}\n`)
    return new Response(null, { status, headers })
  }
  const page = await renderPage(routerContext, {
    url: request.url,
    id,
    unavailable,
    language,
    scripts: scriptsFor(request, failed),
    servedHtml,
  })
  if (page.scriptHashes.length > 0) allowScripts(headers, page.scriptHashes)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  exchange.page = page.html
  return new Response(null, { status: page.failed ? 500 : status, headers })
}

/**
 * Answers to a plain form stay as they are: the form came without the app, or before it. So do pages
 * that failed, as they show what the browser does not know.
 */
function scriptsFor({ method, headers }: Request, failed: boolean): PageScriptsKind {
  if (savesData(headers)) return 'none'
  return method === 'POST' || failed ? 'small' : 'app'
}

/** Every error that a route did not answer itself, once, with the id that the visitor sees. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A refusal is the visitor's affair, and the line of the request says its status.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const exchange = context.get(exchangeContext)
  if (isForeignForm(request)) {
    log.warn({ id: exchange.id }, 'a form of another origin is refused')
    return
  }
  exchange.failed = true
  if (error instanceof DatabaseUnavailableError) exchange.unavailable = error.reason
  log.error({ id: exchange.id, err: error }, 'request failed')
}

/** Such forms the router refuses with a plain error, before a route is asked. */
function isForeignForm({ method, headers, url }: Request): boolean {
  const origin = headers.get('origin')
  if (method !== 'POST' || origin === null) return false
  return !URL.canParse(origin) || new URL(origin).origin !== new URL(url).origin
}
