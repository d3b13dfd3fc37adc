import { textResponse } from '#app/http/text-response.ts'
import type { Route } from './+types/page-document'
import { readSource } from './document.server.ts'

/** A document of `pages-content/` as it is. Search engines are sent to the page that shows it. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const path = url.pathname.slice('/pages/'.length)
  const source = path.endsWith('.html') ? await readSource(path.slice(0, -'.html'.length)) : null
  if (source === null) return new Response('Not Found\n', { status: 404 })
  return textResponse(request, source.bytes, {
    type: 'text/html',
    modifiedAt: source.modifiedAt,
    headers: { 'X-Robots-Tag': 'noindex' },
  })
}
