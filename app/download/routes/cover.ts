import { openCover, type SaveProblem } from '#app/download/save.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { admitStream, pictureLimit } from '#app/posts/running-saves.server.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import type { Route } from './+types/cover'

/** A post's cover through our own origin, so that no visitor's browser calls the platform. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  if (checkLink('cover', params.postId, 'cover', url.searchParams) !== 'valid') return gone(404)
  const { clientAddress } = context.get(requestContext)
  const admission = admitStream('picture', params.postId, clientAddress, pictureLimit)
  if (!admission.ok) return gone(429)
  const { place } = admission
  const signal = AbortSignal.any([request.signal, place.signal])
  const opened = await openCover(params.postId, signal).catch((error: unknown) => {
    place.end()
    throw error
  })
  if (!opened.ok || opened.delivery.body === null) {
    place.end()
    return gone(opened.ok ? 404 : problemStatus(opened.problem))
  }
  const { contentType, headers, body } = opened.delivery
  return streamedResponse(
    context,
    body,
    {
      status: 200,
      headers: {
        ...headers,
        'Content-Type': contentType,
        // Nowhere: a copy would outlive a removal.
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      },
    },
    place.end,
  )
}

function problemStatus(problem: SaveProblem): number {
  return problem.kind === 'lookup' && problem.problem.kind === 'removed' ? 451 : 404
}

function gone(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
