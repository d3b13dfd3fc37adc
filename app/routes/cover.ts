import { streamedResponse } from '#app/middleware/exchange.server.ts'
import { openCover } from '#app/models/save.server.ts'
import { checkLink } from '#app/services/signed-link.server.ts'
import type { Route } from './+types/cover'

/** A post's cover through our own origin, so that no visitor's browser calls the platform. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  if (checkLink('cover', params.postId, 'cover', url.searchParams) !== 'valid') return gone(404)
  const opened = await openCover(params.postId, request.signal)
  if (!opened.ok || opened.delivery.body === null) return gone(404)
  const { contentType, headers, body } = opened.delivery
  return streamedResponse(
    context,
    body,
    {
      status: 200,
      headers: {
        ...headers,
        'Content-Type': contentType,
        'Cache-Control': 'private, max-age=600',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      },
    },
    () => {},
  )
}

function gone(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
