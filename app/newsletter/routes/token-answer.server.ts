import { data } from 'react-router'
import type { TokenState } from '#app/newsletter/newsletter.server.ts'

/** The address of such a page is a secret: it is kept nowhere and told to no other site. */
export function tokenAnswer(state: TokenState) {
  return data(
    { state },
    {
      status: state === 'unknown' ? 404 : 200,
      headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' },
    },
  )
}
