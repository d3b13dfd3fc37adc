import { createContext, data } from 'react-router'
import { exchangeContext, streamedResponse } from '#app/middleware/exchange.server.ts'
import { countedRequest } from '#app/middleware/page-view.server.ts'
import { takeRequest } from '#app/middleware/rate-limit.server.ts'
import { sessionContext } from '#app/middleware/session.server.ts'
import { countSaveEvent } from '#app/models/analytics/count.server.ts'
import { isPostBlocked } from '#app/models/moderation.server.ts'
import { admitSave } from '#app/models/running-saves.server.ts'
import { type Delivery, openSave, saveCause } from '#app/models/save.server.ts'
import { type ProblemAnswer, problemAnswer } from '#app/models/save-problem.server.ts'
import { countUserDownload } from '#app/models/user.server.ts'
import { checkLink } from '#app/services/signed-link.server.ts'
import { SaveProblemPage } from '#app/ui/downloader/save-problem-page.tsx'
import { contentDisposition } from '#app/utils/content-disposition.ts'
import { parseSaveFormat } from '#app/utils/save-format.ts'
import type { Route } from './+types/save'

const problemContext = createContext<ProblemAnswer>()

/**
 * Sends the file, or leaves it to the page below to say why not. A middleware, since a page route
 * may answer with something else than its page only here.
 */
const deliver: Route.MiddlewareFunction = async (args, next) => {
  const { request, params, url, context } = args
  const { clientAddress } = context.get(exchangeContext)
  const refuse = (answer: ProblemAnswer) => {
    context.set(problemContext, answer)
    return next()
  }

  const format = parseSaveFormat(params.format ?? '')
  const postId = params.postId ?? ''
  if (format === null) return refuse(problemAnswer({ kind: 'link', check: 'invalid' }))
  const purpose = url.searchParams.has('view') ? 'view' : 'save'
  const check = checkLink(purpose, postId, format, url.searchParams)
  if (check !== 'valid') return refuse(problemAnswer({ kind: 'link', check }))
  const range = request.headers.get('range')
  // A file counts once: its later pieces are part of the same save.
  const fromStart = range === null || range.startsWith('bytes=0-')
  const count = await saveCounter(args, postId, format, fromStart && purpose === 'save')
  const wait = fromStart ? await takeRequest(clientAddress) : null
  if (wait !== null) {
    count('too_many')
    return refuse(problemAnswer({ kind: 'too_many', retryAfterSeconds: wait }))
  }
  const signedIn = await context.get(sessionContext).current()
  const admission = admitSave(postId, format, clientAddress)
  if (!admission.ok) {
    count(admission.reason)
    return refuse(problemAnswer({ kind: 'full', reason: admission.reason }))
  }

  const { save } = admission
  const result = await openSave({
    postId,
    format,
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    range,
    ifRange: request.headers.get('if-range'),
    signal: AbortSignal.any([request.signal, save.signal]),
  }).catch((error: unknown) => {
    save.end(false)
    if (save.signal.aborted) return null
    throw error
  })
  // Removed while it was being opened, when no stream ran yet that could be cut.
  if (save.signal.aborted && (await isPostBlocked(postId))) {
    if (result?.ok) result.delivery.body?.destroy()
    save.end(false)
    count('removed')
    return refuse(problemAnswer({ kind: 'lookup', problem: { kind: 'removed' } }))
  }
  if (result === null) throw save.signal.reason
  if (!result.ok) {
    save.end(false)
    count(saveCause(result.problem))
    return refuse(problemAnswer(result.problem))
  }
  const { delivery } = result
  const init = { status: delivery.status, headers: fileHeaders(delivery, purpose) }
  if (delivery.body === null) {
    save.end(false)
    return new Response(null, init)
  }
  return streamedResponse(context, delivery.body, init, (sentWhole, bytes) => {
    const counts = sentWhole && delivery.endsFile && purpose === 'save'
    save.end(counts)
    if (counts && signedIn !== null) void countUserDownload(signedIn.user.id)
    if (counts) count(null, bytes)
    else if (!sentWhole) count(save.signal.aborted ? 'cut by operator' : 'not sent whole', bytes)
  })
}

/**
 * Tells the figures how a save ended. A file counts once: failures of its later pieces, and of
 * what is only looked at, do not.
 */
async function saveCounter(
  { request, url, context }: Parameters<Route.MiddlewareFunction>[0],
  postId: string,
  format: string,
  failuresCount: boolean,
): Promise<(error: string | null, bytes?: number) => void> {
  const start = performance.now()
  const counted = await countedRequest(request, url, context)
  return (error, bytes = 0) => {
    if (request.method === 'HEAD' || error?.endsWith(': aborted') || error === 'aborted') return
    if (error !== null && !failuresCount) return
    countSaveEvent(counted, { error, postId, format, bytes, ms: performance.now() - start })
  }
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
