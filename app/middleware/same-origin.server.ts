import type { MiddlewareFunction } from 'react-router'
import { env } from '#app/env.server.ts'

/**
 * Refuses unsafe requests that another site made a browser send, resource routes included: by what
 * the browser says of the sender, else by its origin. Without a cookie there is nothing to abuse.
 */
export const sameOrigin: MiddlewareFunction<Response> = ({ request }, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next()
  const site = request.headers.get('sec-fetch-site')
  const own =
    site === null
      ? request.headers.get('origin') === env.APP_URL || !request.headers.has('cookie')
      : site === 'same-origin' || site === 'none'
  if (!own) throw new Response('Cross-site request refused\n', { status: 403 })
  return next()
}
