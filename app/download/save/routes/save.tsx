import { createContext, data } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import { markSaved } from '#app/download/batch/saves.server.ts'
import {
  type DeliveryProblem,
  deliverFile,
  readSaveLink,
} from '#app/download/save/delivery.server.ts'
import { fileHeaders } from '#app/download/save/file-headers.ts'
import { type ProblemAnswer, problemAnswer } from '#app/download/save/save-problem.server.ts'
import {
  progressAnswer,
  reportSave,
  saveId,
  sentMark,
} from '#app/download/save/save-progress.server.ts'
import type { SaveRefusal } from '#app/download/save/save-refusal.ts'
import { SaveProblemPage } from '#app/download/ui/save-problem-page.tsx'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import type { Route } from './+types/save'

const problemContext = createContext<ProblemAnswer>()

/**
 * Sends the file, or leaves an error to the page below. With `check` it only tests if the file is
 * there: 204, or the error as JSON. With `state` it returns the progress of the download that the
 * same address, with `t`, began. With `batch`, that batch's row is marked once the file was sent. A
 * middleware, since only there can a page route answer with anything but its page.
 */
const deliver: Route.MiddlewareFunction = async ({ request, params, url, context }, next) => {
  const isCheck = url.searchParams.has('check')
  const refuse = (cause: DeliveryProblem) => {
    const answer = problemAnswer(cause)
    const { problem, ...init } = answer
    if (isCheck) return Response.json(problem satisfies SaveRefusal, init)
    context.set(problemContext, answer)
    return next()
  }

  const { postId = '', format = '' } = params
  const { searchParams } = url
  if (searchParams.has('state')) {
    return progressAnswer(checkLink('save', postId, format, searchParams), searchParams)
  }
  const link = readSaveLink(postId, format, searchParams)
  if (!link.ok) return refuse(link.problem)
  const counted = await countedRequest(request, url, context)
  const signedIn = await context.get(sessionContext).current()
  const head = isCheck || request.method === 'HEAD'
  const id = head ? null : saveId(searchParams)
  const result = await deliverFile(link.file, {
    counted,
    userId: signedIn?.user.id ?? null,
    head,
    report: id === null ? null : reportSave(id, request.headers),
    signal: request.signal,
  })
  if (!result.ok) return refuse(result.problem)
  if (isCheck) return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  const { delivery, started, ended } = result
  const init = { status: delivery.status, headers: fileHeaders(delivery, link.file.purpose) }
  if (delivery.body === null) return new Response(null, init)
  const batch = searchParams.get('batch')
  const onEnd: typeof ended = async (...sent) => {
    const complete = await ended(...sent)
    if (batch !== null && link.file.purpose === 'save' && complete) {
      await markSaved(batch, [postId], sentMark(request.headers))
    }
    return complete
  }
  return streamedResponse(context, { body: delivery.body, onEnd, onStart: started }, init)
}

export const middleware: Route.MiddlewareFunction[] = [deliver]

export function loader({ params, context }: Route.LoaderArgs) {
  const { problem, status, headers } = context.get(problemContext)
  return data({ problem, postId: params.postId }, { status, headers })
}

export { headers } from '#app/http/page-headers.ts'

export default function Save({ loaderData }: Route.ComponentProps) {
  return <SaveProblemPage {...loaderData} />
}
