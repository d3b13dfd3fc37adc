import { data, type HeadersArgs } from 'react-router'

/**
 * Headers of a page whose address is a secret: it isn't cached, or sent to other sites. With
 * `no-referrer` browsers would send its forms without their origin, and they would be refused.
 */
export const headersOfSecrets = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' }

/** Returns the headers of a route's document: those of its action's answer, else its loader's. */
export function headers({ actionHeaders, loaderHeaders }: HeadersArgs): Headers {
  return actionHeaders.keys().next().done ? loaderHeaders : actionHeaders
}

/** Returns the data of a page that an email's link opens, by what the link still does. */
export function linkAnswer(state: 'open' | 'done' | 'unknown') {
  return data({ state }, { status: state === 'unknown' ? 404 : 200, headers: headersOfSecrets })
}
