import { randomUUID } from 'node:crypto'
import { createContext, data } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import { readBatch } from '#app/download/batch/batch.server.ts'
import { batchFormats, parseRowFormats } from '#app/download/batch/format.ts'
import { markSaved, noteZip } from '#app/download/batch/saves.server.ts'
import { batchHeaders, requireBatches } from '#app/download/batch/start-batch.server.ts'
import { batchZip } from '#app/download/batch/zip.server.ts'
import { takeRequest } from '#app/download/lookup/visitor-limits.server.ts'
import { siteStem } from '#app/download/save/file-stem.server.ts'
import { type ProblemAnswer, problemAnswer } from '#app/download/save/save-problem.server.ts'
import {
  progressAnswer,
  reportSave,
  saveId,
  sentMark,
} from '#app/download/save/save-progress.server.ts'
import type { SaveRefusal } from '#app/download/save/save-refusal.ts'
import { SaveProblemPage } from '#app/download/ui/save-problem-page.tsx'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { type StreamedBody, streamedResponse } from '#app/http/streamed-response.server.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { admitStream } from '#app/posts/running-saves.server.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { pageLanguage } from '#app/settings/site-language.server.ts'
import type { Route } from './+types/zip'

const problemContext = createContext<ProblemAnswer>()

/**
 * Sends a batch's posts as one ZIP, or lets the page below show why not. Takes one download slot
 * and counts as one request of its network. For `check` and `state` see save.tsx.
 */
const deliver: Route.MiddlewareFunction = async ({ request, params, url, context }, next) => {
  requireBatches()
  const { clientAddress } = context.get(requestContext)
  const isCheck = url.searchParams.has('check')
  const refuse = (answer: ProblemAnswer) => {
    const { problem, ...init } = answer
    if (isCheck) return Response.json(problem satisfies SaveRefusal, init)
    context.set(problemContext, answer)
    return next()
  }
  const id = params.id ?? ''
  const choice = batchFormats.find((format) => format === params.format)
  const check = choice === undefined ? 'invalid' : checkLink('batch', id, choice, url.searchParams)
  if (url.searchParams.has('state')) return progressAnswer(check, url.searchParams)
  if (choice === undefined || check !== 'valid') {
    return refuse(problemAnswer({ kind: 'link', check }))
  }
  const batch = await readBatch(id)
  if (batch === null) return refuse(problemAnswer({ kind: 'link', check: 'expired' }))
  if (!batch.rows.some(({ state }) => state === 'ready')) {
    return refuse(problemAnswer({ kind: 'no_such_file' }))
  }
  const headers = {
    ...batchHeaders,
    'Accept-Ranges': 'none',
    // Stops nginx from buffering the ZIP far ahead of the visitor.
    'X-Accel-Buffering': 'no',
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition(`${siteStem()}.zip`, 'attachment'),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  if (isCheck) return new Response(null, { status: 204, headers: batchHeaders })
  if (request.method === 'HEAD') return new Response(null, { headers })
  const wait = await takeRequest(clientAddress)
  if (wait !== null) return refuse(problemAnswer({ kind: 'too_many', retryAfterSeconds: wait }))
  const counted = await countedRequest(request, url, context)
  const signedIn = await context.get(sessionContext).current()
  // Without a script no page has set it.
  const save = saveId(url.searchParams) ?? randomUUID()
  await noteZip(batch.id, save)
  const report = reportSave(save, request.headers)
  report.opening()
  const admission = admitStream('save', '', clientAddress, settings().maxConcurrentDownloads)
  if (!admission.ok) {
    const full = problemAnswer({ kind: 'full', reason: admission.reason })
    report.refused(full.problem)
    return refuse(full)
  }
  const { slot } = admission
  const own = parseRowFormats(url.searchParams, batch.rows)
  const whole: string[] = []
  const body = batchZip({
    rows: batch.rows.map((row) => ({ row, choice: own[row.id] ?? choice })),
    texts: catalogue(pageLanguage(params.lang)),
    counted,
    userId: signedIn?.user.id ?? null,
    slot,
    left: request.signal,
    onWhole: (postId) => whole.push(postId),
  })
  const stream: StreamedBody = {
    body,
    onEnd(isWhole, bytes) {
      slot.release()
      report.ended({ whole: isWhole, bytes, complete: isWhole })
      void markSaved(id, isWhole ? whole : [], sentMark(request.headers))
    },
    onStart(sent, silentMs) {
      slot.measure(sent, silentMs)
      report.sends(null, null, sent)
    },
  }
  return streamedResponse(context, stream, { status: 200, headers })
}

export const middleware: Route.MiddlewareFunction[] = [deliver]

export function loader({ context }: Route.LoaderArgs) {
  const { problem, status, headers } = context.get(problemContext)
  return data({ problem }, { status, headers: { ...batchHeaders, ...headers } })
}

export { headers } from '#app/http/page-headers.ts'

export default function BatchZip({ loaderData }: Route.ComponentProps) {
  return <SaveProblemPage problem={loaderData.problem} postId="" />
}
