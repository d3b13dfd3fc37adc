import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
} from 'react-router'
import { catalogue } from '#app/i18n/texts.server.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { takeNotFoundPage } from './download/lookup/visitor-limits.server.ts'
import { requestContext } from './http/request-context.server.ts'
import { savesData } from './http/save-data.server.ts'
import { allowScripts } from './http/secure-headers.server.ts'
import { log } from './observe/log.server.ts'
import { servedHtml } from './pages/documents/served-html.server.ts'
import { failure } from './server/answer-context.server.ts'
import { failedData, failedInit } from './server/failed-answer.server.ts'
import { renderPage } from './server/rendering.server.tsx'
import { pathLanguage } from './settings/site-language.server.ts'
import type { PageScriptsKind } from './ui/site/page-scripts.tsx'

/** Renders the page. Beyond the limit for missing pages, a network gets only text with the 404. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { id, clientAddress, original } = context.get(requestContext)
  const failed = context.get(failure)
  const unavailable = failed === 'fault' ? null : failed
  const { pathname } = new URL(request.url)
  const language = pathLanguage(pathname)
  // The page shared by all addresses without a route is rendered once, so it costs no one's limit.
  const isShared = original !== null && original.url.pathname !== pathname
  if (status === 404 && !isShared && (await takeNotFoundPage(clientAddress)) !== null) {
    headers.set('Content-Type', 'text/plain; charset=utf-8')
    return new Response(`${catalogue(language).notFound.text}\n`, { status, headers })
  }
  const page = await renderPage(routerContext, {
    url: request.url,
    id,
    unavailable,
    language,
    scripts: scriptsFor(request, failed !== null),
    servedHtml: context.get(servedHtml),
  })
  if (page.scriptHashes.length > 0) allowScripts(headers, page.scriptHashes)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // The page has reported it.
  context.set(failure, null)
  return new Response(
    page.html,
    failedInit(unavailable, { status: page.failed ? 500 : status, headers }),
  )
}

/** Returns why a page's form or link failed, and when to retry. */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const failed = context.get(failure)
  if (failed === null || response.status < 500) return response
  context.set(failure, null)
  const unavailable = failed === 'fault' ? null : failed
  return failedData(response, { unavailable, reference: context.get(requestContext).id })
}

/**
 * Answers to plain forms don't start the app, since the form was sent without it or before it
 * started. Nor do failed pages, which show what the browser doesn't know.
 */
function scriptsFor({ method, headers }: Request, failed: boolean): PageScriptsKind {
  if (savesData(headers)) return 'none'
  return method === 'POST' || failed ? 'small' : 'app'
}

/** Logs every error that a route didn't handle, once, with the id shown to the visitor. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Refusals are the visitor's own error, and the request's log line has their status.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const { id } = context.get(requestContext)
  if (error instanceof DatabaseUnavailableError) context.set(failure, error.reason)
  else if (context.get(failure) === null) context.set(failure, 'fault')
  log.error({ id, err: error }, 'request failed')
}
