import { createContext, data } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import {
  type DeliveryProblem,
  deliverFile,
  type LinkedFile,
  readSaveLink,
} from '#app/download/delivery.server.ts'
import { type ProblemAnswer, problemAnswer } from '#app/download/save-problem.server.ts'
import type { SaveRefusal } from '#app/download/save-refusal.ts'
import type { Delivery } from '#app/download/save-result.server.ts'
import { SaveProblemPage } from '#app/download/ui/save-problem-page.tsx'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import type { Route } from './+types/save'

const problemContext = createContext<ProblemAnswer>()

/**
 * Sends the file, or leaves it to the page below to say why not. With `check` in the address it only
 * tries whether the file is there: 204, or why not as JSON. It is a middleware because only there can
 * a page route answer with anything but its page.
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

  const link = readSaveLink(params.postId ?? '', params.format ?? '', url.searchParams)
  if (!link.ok) return refuse(link.problem)
  const counted = await countedRequest(request, url, context)
  const signedIn = await context.get(sessionContext).current()
  const result = await deliverFile(link.file, {
    counted,
    userId: signedIn?.user.id ?? null,
    head: isCheck || request.method === 'HEAD',
    signal: request.signal,
  })
  if (!result.ok) return refuse(result.problem)
  if (isCheck) return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  const { delivery, ended } = result
  const init = { status: delivery.status, headers: fileHeaders(delivery, link.file.purpose) }
  if (delivery.body === null) return new Response(null, init)
  return streamedResponse(context, delivery.body, init, ended)
}

function fileHeaders(delivery: Delivery, purpose: LinkedFile['purpose']): Record<string, string> {
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
