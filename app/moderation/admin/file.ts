import { adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { openedFileHeaders } from '#app/download/save/file-headers.ts'
import { openForOperator } from '#app/download/save/operator-file.server.ts'
import { problemAnswer } from '#app/download/save/save-problem.server.ts'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { notFound } from '#app/http/refusals.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { imageIndex, parseSaveFormat } from '#app/posts/save-format.ts'
import type { Route } from './+types/file'

/** Sends a post's video or image to an operator, also a removed post's, so it isn't cached. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const format = parseSaveFormat(params.format)
  if (format === null || (format !== 'mp4' && imageIndex(format) === null)) throw notFound()
  const { user } = context.get(adminContext)
  const opened = await openForOperator(user.id, {
    postId: params.postId,
    format,
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    range: request.headers.get('range'),
    ifRange: request.headers.get('if-range'),
    signal: request.signal,
  })
  if (opened === null) return refused({ kind: 'full', reason: 'too_many_here' })
  const { result, ended } = opened
  if (!result.ok) return refused(result.problem)
  const { status, headers, contentType, fileName, body } = result.delivery
  const init = {
    status,
    headers: {
      ...headers,
      ...openedFileHeaders,
      'Content-Type': contentType,
      'Content-Disposition': contentDisposition(fileName, 'inline'),
    },
  }
  return body === null
    ? new Response(null, init)
    : streamedResponse(context, { body, onEnd: ended }, init)
}

function refused(problem: Parameters<typeof problemAnswer>[0]): Response {
  const { status, headers } = problemAnswer(problem)
  return new Response(null, { status, headers })
}
