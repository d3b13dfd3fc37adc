import { createContext, data } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import { type Delivery, openSave, saveCause } from '#app/download/save.server.ts'
import { saveCount } from '#app/download/save-count.server.ts'
import { type ProblemAnswer, problemAnswer } from '#app/download/save-problem.server.ts'
import type { SaveRefusal } from '#app/download/save-refusal.ts'
import { SaveProblemPage } from '#app/download/ui/save-problem-page.tsx'
import { takeRequest } from '#app/download/visitor-limits.server.ts'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import { admitStream, pictureLimit } from '#app/posts/running-saves.server.ts'
import { imageIndex, parseImageChoice, parseSaveFormat } from '#app/posts/save-format.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import type { Route } from './+types/save'

const problemContext = createContext<ProblemAnswer>()

/**
 * Sends the file, or leaves it to the page below to say why not. With `check` in the address it only
 * tries whether the file is there: 204, or why not as JSON. A middleware, since a page route may
 * answer with something else than its page only here.
 */
const deliver: Route.MiddlewareFunction = async ({ request, params, url, context }, next) => {
  const { clientAddress } = context.get(requestContext)
  const checks = url.searchParams.has('check')
  const refuse = ({ problem, ...init }: ProblemAnswer) => {
    if (checks) return Response.json(problem satisfies SaveRefusal, init)
    context.set(problemContext, { problem, ...init })
    return next()
  }

  const format = parseSaveFormat(params.format ?? '')
  const postId = params.postId ?? ''
  if (format === null) return refuse(problemAnswer({ kind: 'link', check: 'invalid' }))
  const purpose = url.searchParams.has('view') ? 'view' : 'save'
  const check = checkLink(purpose, postId, format, url.searchParams)
  if (check !== 'valid') return refuse(problemAnswer({ kind: 'link', check }))
  const images = parseImageChoice(url.searchParams)
  if (images === null) return refuse(problemAnswer({ kind: 'link', check: 'invalid' }))
  // A page shows many pictures, which must not use up what its visitor may save.
  const picture = purpose === 'view' && imageIndex(format) !== null
  const counted = await countedRequest(request, url, context)
  const signedIn = await context.get(sessionContext).current()
  const count = saveCount({
    counted,
    postId,
    format,
    opens: purpose === 'view' ? url.searchParams.get('s') : null,
    range: request.headers.get('range'),
    userId: signedIn?.user.id ?? null,
  })
  const wait = picture ? null : await takeRequest(clientAddress)
  if (wait !== null) {
    count.refused('too_many')
    return refuse(problemAnswer({ kind: 'too_many', retryAfterSeconds: wait }))
  }
  const admission = admitStream(
    picture ? 'picture' : 'save',
    postId,
    clientAddress,
    picture ? pictureLimit : settings().maxConcurrentDownloads,
  )
  if (!admission.ok) {
    count.refused(admission.reason)
    return refuse(problemAnswer({ kind: 'full', reason: admission.reason }))
  }

  const { place } = admission
  const result = await openSave({
    postId,
    format,
    images,
    method: checks || request.method === 'HEAD' ? 'HEAD' : 'GET',
    range: request.headers.get('range'),
    ifRange: request.headers.get('if-range'),
    signal: AbortSignal.any([request.signal, place.signal]),
  }).catch((error: unknown) => {
    place.end()
    if (place.signal.aborted) return null
    throw error
  })
  // Removed while it was being opened, when no stream ran yet that could be cut.
  if (place.signal.aborted && (await isPostBlocked(postId))) {
    if (result?.ok) result.delivery.body?.destroy()
    place.end()
    count.refused('removed')
    return refuse(problemAnswer({ kind: 'lookup', problem: { kind: 'removed' } }))
  }
  if (result === null) throw place.signal.reason
  if (!result.ok) {
    place.end()
    count.refused(saveCause(result.problem))
    return refuse(problemAnswer(result.problem))
  }
  const { delivery } = result
  if (checks) {
    place.end()
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  }
  const init = { status: delivery.status, headers: fileHeaders(delivery, purpose) }
  if (delivery.body === null) {
    place.end()
    return new Response(null, init)
  }
  return streamedResponse(context, delivery.body, init, (whole, bytes, left) => {
    place.end()
    count.ended(delivery.piece, { whole, bytes, cut: place.signal.aborted, left })
  })
}

function fileHeaders(delivery: Delivery, purpose: 'save' | 'view'): Record<string, string> {
  const disposition = purpose === 'view' ? 'inline' : 'attachment'
  return {
    ...delivery.headers,
    'Content-Type': delivery.contentType,
    'Content-Disposition': contentDisposition(delivery.fileName, disposition),
    'Content-Security-Policy': "default-src 'none'; media-src 'self'; img-src 'self'; sandbox",
    'Cache-Control': 'private, no-store',
  }
}

export const middleware: Route.MiddlewareFunction[] = [deliver]

export function loader({ params, context }: Route.LoaderArgs) {
  const { problem, status, headers } = context.get(problemContext)
  return data({ problem, postId: params.postId }, { status, headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Save({ loaderData }: Route.ComponentProps) {
  return <SaveProblemPage {...loaderData} />
}
