import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { type CountedRequest, countAttempt, countPageView } from '#app/analytics/count.server.ts'
import { pageAddress } from '#app/http/page-address.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import { isPublicPage } from '#app/i18n/public-pages.ts'

/** True if a page shows the result of a look-up that its visitor sent from the page before. */
export const answersLookUp = createContext(false)

/** Counts views of the public site's pages, with or without JavaScript. */
export const pageView: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next()
  if (request.method === 'POST' || context.get(answersLookUp)) return response
  if (!isShown(request, response)) return response
  const path = neutralPath(url.pathname)
  const prepared = /^\/prepare\/[^/]+\/([^/]+)$/.exec(path)
  if (!isPublicPage(path) && prepared === null) return response
  const { original } = context.get(requestContext)
  const counted = {
    ...(await countedRequest(request, original?.url ?? url, context)),
    method: original?.method ?? request.method,
  }
  if (prepared === null) countPageView(counted, path)
  // The page reloads itself once the file is ready, which is the same attempt.
  else if (!url.searchParams.has('ready')) countAttempt(counted, prepared[1] ?? '')
  return response
}

/** Returns whether an answer is a page view. Data, prefetches and answers without a page aren't. */
function isShown(request: Request, response: Response): boolean {
  if (response.status !== 200 && response.status !== 304) return false
  if (pageAddress(request).isData) return false
  const type = response.headers.get('content-type')
  if (type !== null && !type.startsWith('text/html')) return false
  return isForReading(request.headers)
}

/**
 * Returns whether a request is for a page in a window, not for a frame or a script. Old browsers,
 * and all browsers over plain http, don't send that. A service worker's requests have no
 * destination.
 */
export function isForReading(headers: Pick<Headers, 'get'>): boolean {
  const destination = headers.get('sec-fetch-dest')
  if (destination === 'empty') return headers.get('sec-fetch-mode') === 'navigate'
  return destination === null || destination === 'document'
}

/** Counts the view of a page from the page cache, as `pageView` does for a rendered page. */
export function countCachedPage(request: CountedRequest, path: string): void {
  if (isForReading(request.headers)) countPageView(request, path)
}

export async function countedRequest(
  request: Request,
  url: URL,
  context: Readonly<RouterContextProvider>,
): Promise<CountedRequest> {
  const { clientAddress, proxyCountry } = context.get(requestContext)
  const operator = await context
    .get(sessionContext)
    .current()
    // Someone whose session can't be read isn't counted as a visitor.
    .then(
      (session) => session?.user.role === 'admin',
      () => true,
    )
  return {
    address: clientAddress,
    method: request.method,
    headers: request.headers,
    url,
    operator,
    proxyCountry,
  }
}
