import { textResponse } from '#app/http/text-response.ts'
import type { Route } from './+types/service-worker'
import script from './browser/service-worker.ts?worker&url'

/**
 * The service worker by an address that stays: its script is a hashed file with the build's version
 * in it, so a browser that asks again puts the new one in the place of the old.
 */
export function loader({ request }: Route.LoaderArgs) {
  return textResponse(request, `importScripts(${JSON.stringify(script)})\n`, {
    type: 'text/javascript',
    headers: { 'Cache-Control': 'no-cache' },
  })
}
