import type { MiddlewareFunction } from 'react-router'

/** Answers that no cache may keep and no search engine may list: documents and data alike. */
export const privatePages: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next()
  response.headers.set('Cache-Control', 'no-store')
  response.headers.set('X-Robots-Tag', 'noindex, nofollow')
  return response
}
