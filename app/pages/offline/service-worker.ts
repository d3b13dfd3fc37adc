import { textResponse } from '#app/http/text-response.ts'
import type { Route } from './+types/service-worker'
import script from './browser/service-worker.ts?worker&url'

/**
 * The service worker at a fixed address. Its script is a hashed file with the build's version, so a
 * browser that asks again replaces the old one.
 */
export function loader({ request }: Route.LoaderArgs) {
  return textResponse(request, `importScripts(${JSON.stringify(script)})\n`, {
    type: 'text/javascript',
    headers: { 'Cache-Control': 'no-cache' },
  })
}
