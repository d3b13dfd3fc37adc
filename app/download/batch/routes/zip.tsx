import { createContext, data } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import { readBatch } from '#app/download/batch/batch.server.ts'
import { batchFormats } from '#app/download/batch/format.ts'
import { batchZip } from '#app/download/batch/zip.server.ts'
import { fileStem } from '#app/download/file-stem.server.ts'
import { type ProblemAnswer, problemAnswer } from '#app/download/save-problem.server.ts'
import { SaveProblemPage } from '#app/download/ui/save-problem-page.tsx'
import { takeRequest } from '#app/download/visitor-limits.server.ts'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { admitStream } from '#app/posts/running-saves.server.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { pageLanguage } from '#app/settings/site-language.server.ts'
import type { Route } from './+types/zip'
import { batchHeaders, requireBatches } from './start-batch.server.ts'

const problemContext = createContext<ProblemAnswer>()

/**
 * Sends all posts of a batch as one zip, or leaves it to the page below to say why not. It takes
 * one slot for downloads, and is one request of its network.
 */
const deliver: Route.MiddlewareFunction = async ({ request, params, url, context }, next) => {
  requireBatches()
  const { clientAddress } = context.get(requestContext)
  const refuse = (answer: ProblemAnswer) => {
    context.set(problemContext, answer)
    return next()
  }
  const id = params.id ?? ''
  const choice = batchFormats.find((format) => format === params.format)
  const check = choice === undefined ? 'invalid' : checkLink('batch', id, choice, url.searchParams)
  if (choice === undefined || check !== 'valid') {
    const reason = check === 'expired' ? 'expired' : 'invalid'
    return refuse(problemAnswer({ kind: 'link', check: reason }))
  }
  const batch = await readBatch(id)
  if (batch === null) return refuse(problemAnswer({ kind: 'link', check: 'expired' }))
  if (!batch.rows.some(({ state }) => state === 'ready')) {
    return refuse(problemAnswer({ kind: 'no_such_file' }))
  }
  const headers = {
    ...batchHeaders,
    'Accept-Ranges': 'none',
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition(`${fileStem()}.zip`, 'attachment'),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  const wait = await takeRequest(clientAddress)
  if (wait !== null) return refuse(problemAnswer({ kind: 'too_many', retryAfterSeconds: wait }))
  const counted = await countedRequest(request, url, context)
  const signedIn = await context.get(sessionContext).current()
  const admission = admitStream('save', '', clientAddress, settings().maxConcurrentDownloads)
  if (!admission.ok) return refuse(problemAnswer({ kind: 'full', reason: admission.reason }))
  const { slot } = admission
  const body = batchZip({
    rows: batch.rows,
    choice,
    texts: catalogue(pageLanguage(params.lang)),
    counted,
    userId: signedIn?.user.id ?? null,
    slot,
    left: request.signal,
  })
  return streamedResponse(context, body, { status: 200, headers }, slot.release)
}

export const middleware: Route.MiddlewareFunction[] = [deliver]

export function loader({ context }: Route.LoaderArgs) {
  const { problem, status, headers } = context.get(problemContext)
  return data({ problem }, { status, headers: { ...batchHeaders, ...headers } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function BatchZip({ loaderData }: Route.ComponentProps) {
  return <SaveProblemPage problem={loaderData.problem} postId="" />
}
