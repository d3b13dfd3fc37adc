import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { type CountedRequest, countAttempt, countPageView } from '#app/analytics/count.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import { isPublicPage } from '#app/i18n/public-pages.ts'

/** Whether a page shows a look-up that its visitor has sent from the page before, as an answer in place would. */
export const answersLookUp = createContext(false)

/** Counts the public site's pages as they are shown, with or without JavaScript. */
export const pageView: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next()
  if (request.method === 'POST' || context.get(answersLookUp)) return response
  if (!isShown(request, response)) return response
  const path = neutralPath(url.pathname)
  const prepared = /^\/prepare\/\d+\/([^/]+)$/.exec(path)
  if (!isPublicPage(path) && prepared === null) return response
  const asked = context.get(requestContext).askedUrl ?? url
  const counted = await countedRequest(request, asked, context)
  if (prepared === null) countPageView(counted, path)
  // The page leads itself on to its ready state, which is the same attempt.
  else if (!url.searchParams.has('ready')) countAttempt(counted, prepared[1] ?? '')
  return response
}

/** Documents only: what a page fetches, or fetches ahead, is no view, nor is an answer without the page. */
function isShown(request: Request, response: Response): boolean {
  if (response.status !== 200 && response.status !== 304) return false
  if (new URL(request.url).pathname.endsWith('.data')) return false
  const type = response.headers.get('content-type')
  if (type !== null && !type.startsWith('text/html')) return false
  return isForReading(request.headers)
}

function isForReading(headers: Pick<Headers, 'get'>): boolean {
  const destination = headers.get('sec-fetch-dest')
  return destination === null || destination === 'document'
}

/** Counts a page that is answered out of memory, as `pageView` counts those that are made. */
export function countKeptPage(request: CountedRequest, path: string): void {
  if (isForReading(request.headers)) countPageView(request, path)
}

/** What counting needs to know of a request. */
export async function countedRequest(
  request: Request,
  url: URL,
  context: Readonly<RouterContextProvider>,
): Promise<CountedRequest> {
  const { clientAddress, proxyCountry } = context.get(requestContext)
  const session = await context.get(sessionContext).current()
  return {
    address: clientAddress,
    method: request.method,
    headers: request.headers,
    url,
    operator: session?.user.role === 'admin',
    proxyCountry,
  }
}
