import { env } from '#app/env.server.ts'
import { textResponse } from '#app/http/text-response.ts'
import type { Route } from './+types/robots'

/** Not for crawlers: the back office, files, and what starts a look-up. Results say noindex. */
const closed = ['/admin', '/save/', '/prepare/', '/cover/', '/*/save/', '/*/prepare/', '/*?url=']

export function loader({ request }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${env.APP_URL}/sitemap.xml`,
    '',
  ]
  return textResponse(request, lines.join('\n'), { type: 'text/plain' })
}
