import type { MiddlewareFunction } from 'react-router'
import { env } from '#app/env.server.ts'
import { log } from '#app/observe/log.server.ts'
import { isApiAddress } from './api-address.ts'

/**
 * Refuses unsafe cross-site requests, resource routes included. Trusts Sec-Fetch-Site, else
 * compares origins. Without a cookie there is nothing to abuse. The API reads no cookies:
 * a page of another site may use it with a token that it knows.
 */
export const sameOrigin: MiddlewareFunction<Response> = ({ request, url }, next) => {
  const hasToken = isApiAddress(url.pathname) && request.headers.has('authorization')
  if (hasToken || isOwnRequest(request.method, request.headers)) return next()
  if (request.headers.get('origin') === url.origin) {
    // A common set-up mistake: the form is this site's, but under an address other than APP_URL.
    const addresses = { here: url.origin, own: env.APP_URL }
    log.warn(addresses, 'a form is refused: APP_URL is not the address that the site was opened at')
    throw Response.json(addresses, { status: 403 })
  }
  throw new Response('Cross-site request refused\n', { status: 403 })
}

/** True for safe methods and for requests sent by this site's own pages. */
function isOwnRequest(method: string, headers: Pick<Headers, 'get'>): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  return headers.get('origin') === env.APP_URL || headers.get('cookie') === null
}
