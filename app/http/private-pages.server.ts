import type { MiddlewareFunction } from 'react-router'

/** Keeps responses, documents and data alike, out of caches and search engines. */
export const privatePages: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next()
  response.headers.set('Cache-Control', 'no-store')
  response.headers.set('X-Robots-Tag', 'noindex, nofollow')
  return response
}
