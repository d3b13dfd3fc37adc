import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
} from 'react-router'
import { catalogue } from '#app/i18n/texts.server.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { takeNotFoundPage } from './download/visitor-limits.server.ts'
import { requestContext } from './http/request-context.server.ts'
import { savesData } from './http/save-data.server.ts'
import { allowScripts } from './http/secure-headers.server.ts'
import { log } from './observe/log.server.ts'
import { servedHtml } from './pages/documents/served-html.server.ts'
import { failure, renderedPage } from './server/answer-context.server.ts'
import { renderPage } from './server/rendering.server.tsx'
import { pathLanguage } from './settings/site-language.server.ts'
import type { PageScriptsKind } from './ui/site/page-scripts.tsx'

/**
 * Renders the page and leaves it in `renderedPage`; the response carries its head only. A network that
 * asks for more missing pages than the rate limit allows gets the text alone, still as a 404.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { id, clientAddress } = context.get(requestContext)
  const failed = context.get(failure)
  const language = pathLanguage(new URL(request.url).pathname)
  if (status === 404 && (await takeNotFoundPage(clientAddress)) !== null) {
    headers.set('Content-Type', 'text/plain; charset=utf-8')
    context.set(renderedPage, Buffer.from(`${catalogue(language).notFound.text}\n`))
    return new Response(null, { status, headers })
  }
  const page = await renderPage(routerContext, {
    url: request.url,
    id,
    unavailable: failed === 'fault' ? null : failed,
    language,
    scripts: scriptsFor(request, failed !== null),
    servedHtml: context.get(servedHtml),
  })
  if (page.scriptHashes.length > 0) allowScripts(headers, page.scriptHashes)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  context.set(renderedPage, page.html)
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
  const { id } = context.get(requestContext)
  if (isForeignForm(request)) {
    log.warn({ id }, 'a form of another origin is refused')
    return
  }
  if (error instanceof DatabaseUnavailableError) context.set(failure, error.reason)
  else if (context.get(failure) === null) context.set(failure, 'fault')
  log.error({ id, err: error }, 'request failed')
}

/** Such forms the router refuses with a plain error, before a route is asked. */
function isForeignForm({ method, headers, url }: Request): boolean {
  const origin = headers.get('origin')
  if (method !== 'POST' || origin === null) return false
  return !URL.canParse(origin) || new URL(origin).origin !== new URL(url).origin
}
