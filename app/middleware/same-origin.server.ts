import type { MiddlewareFunction } from 'react-router'
import { env } from '#app/env.server.ts'

/**
 * Refuses unsafe requests that another site made a browser send, resource routes included: by what
 * the browser says of the sender, else by its origin. Without a cookie there is nothing to abuse.
 */
export const sameOrigin: MiddlewareFunction<Response> = ({ request }, next) => {
  if (!isOwnRequest(request.method, request.headers)) {
    throw new Response('Cross-site request refused\n', { status: 403 })
  }
  return next()
}

/** Whether a request is safe, or one that no other site made a browser send. */
export function isOwnRequest(method: string, headers: Pick<Headers, 'get'>): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  return headers.get('origin') === env.APP_URL || headers.get('cookie') === null
}
