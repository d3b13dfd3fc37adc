import { parseItem } from '#app/download/lookup/result-address.ts'
import { deliverCover } from '#app/download/save/delivery.server.ts'
import { openedFileHeaders } from '#app/download/save/file-headers.ts'
import type { SaveProblem } from '#app/download/save/save-result.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { videoFormat } from '#app/posts/save-format.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import type { Route } from './+types/cover'

/** Sends a post's cover from our own origin, so that visitors' browsers don't call the platform. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const format = videoFormat('cover', parseItem(url.searchParams.get('item')))
  if (checkLink('cover', params.postId, format, url.searchParams) !== 'valid') return gone(404)
  const { clientAddress } = context.get(requestContext)
  const opened = await deliverCover(params.postId, format, clientAddress, request.signal)
  if (opened === null) return gone(429)
  if (!opened.ok) return gone(problemStatus(opened.problem))
  if (opened.delivery.body === null) return gone(404)
  const { contentType, headers, body } = opened.delivery
  return streamedResponse(
    context,
    { body, onEnd: opened.ended, onStart: opened.started },
    {
      status: 200,
      headers: {
        ...headers,
        ...openedFileHeaders,
        'Content-Type': contentType,
        // Never cached: a copy would outlive a removal.
        'Cache-Control': 'private, no-store',
      },
    },
  )
}

function problemStatus(problem: SaveProblem): number {
  return problem.kind === 'lookup' && problem.problem.kind === 'removed' ? 451 : 404
}

function gone(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
