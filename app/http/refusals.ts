import { data } from 'react-router'

/** What a loader or action throws for an address that leads nowhere. */
export function notFound() {
  return data(null, { status: 404 })
}

/** What an action throws for a form that no page of this app sends. */
export function badRequest() {
  return data(null, { status: 400 })
}
