import type { MiddlewareFunction } from 'react-router'
import { env } from '#app/env.server.ts'
import { log } from '#app/observe/log.server.ts'
import { isApiAddress } from './api-address.ts'
import type { FormRefusal } from './form-refusal.ts'
import { requestContext } from './request-context.server.ts'

const own = new URL(env.APP_URL)

/**
 * Refuses unsafe cross-site requests, resource routes included: the router's own check is off,
 * since it compares Origin with a host that proxies change. The API reads no cookies: a page of
 * another site may use it with a token that it knows.
 */
export const sameOrigin: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const { method, headers } = request
  if (method === 'GET' || method === 'HEAD') return next()
  if (isApiAddress(url.pathname) && headers.has('authorization')) return next()
  const { openedHost } = context.get(requestContext)
  if (!isOwnForm(headers, openedHost) || losesCookies(headers, url.pathname)) {
    throw Response.json(refusalOf(headers), { status: 403 })
  }
  if (openedHost !== own.host)
    warnOnce(openedHost, 'a form arrived for another host than APP_URL’s')
  return next()
}

type RequestHeaders = Pick<Headers, 'get'>

/**
 * Returns true for a form of this site's own pages. Trusts Sec-Fetch-Site, which browsers send over
 * https; without it, Origin has to be APP_URL or the host that the form was sent to. Programs send
 * neither; without a cookie there is nothing to abuse.
 */
function isOwnForm(headers: RequestHeaders, openedHost: string): boolean {
  const site = headers.get('sec-fetch-site')
  // Some proxies send an empty header for none.
  if (site) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  if (origin !== null) return isOwnOrigin(origin, openedHost)
  return headers.get('cookie') === null || isOwnOrigin(headers.get('referer') ?? '', openedHost)
}

/**
 * Browsers drop an https site's cookies if it was opened over http, so that a sign-in or a choice
 * of cookies would be lost without a word. They keep them on their own machine.
 */
function losesCookies(headers: RequestHeaders, path: string): boolean {
  if (own.protocol !== 'https:' || !/^\/admin\b|\/consent$/.test(path)) return false
  const from = URL.parse(headers.get('origin') ?? '')
  return from?.protocol === 'http:' && !/^(?:localhost|127\.|\[::1\])/.test(from.hostname)
}

function isOwnOrigin(text: string, openedHost: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.origin === own.origin || url.host === openedHost)
}

/** Says why a form is refused, as far as a change of the set-up mends it. */
function refusalOf(headers: RequestHeaders): FormRefusal {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (origin === 'null' && !site) return 'no-origin'
  const from = URL.parse(origin ?? '')
  if (from === null || from.origin === own.origin || (site && !isOwnName(from))) return 'foreign'
  warnOnce(from.origin, 'a form is refused: APP_URL is not the address that the site was opened at')
  return { here: from.origin, own: own.origin }
}

/** True for the site's name with another scheme or port, or with or without `www.`. */
function isOwnName({ hostname }: URL): boolean {
  const [name, ownName] = [hostname, own.hostname].map((text) => text.replace(/^www\./, ''))
  return name === ownName
}

const warned = new Set<string>()

/** Anyone can send any address, so that only the first few are logged. */
function warnOnce(openedAt: string, text: string): void {
  if (warned.has(openedAt) || warned.size === 10) return
  warned.add(openedAt)
  log.warn({ openedAt, APP_URL: own.origin }, text)
}
