import { z } from 'zod'
import { requestProblem } from '#app/api/problem.server.ts'
import { LinkQuery } from '#app/api/schemas.ts'
import { lookUpForVisitor } from '#app/download/lookup/visitor-lookup.server.ts'
import { type ApiAnswer, type ApiCall, apiRoute, unreadable } from './api-route.server.ts'
import { lookupAnswer } from './lookup-answer.server.ts'
import { lookupProblem } from './problem-texts.server.ts'

/** No HEAD, which would look the link up for nothing. */
export const handle = { methods: 'GET, POST' }

/** `GET /api/v1/lookups?url=`: what can be saved of a post. */
export const loader = apiRoute('lookup', async (call) => {
  if (call.request.method === 'HEAD') {
    call.headers.Allow = `${handle.methods}, OPTIONS`
    return { problem: requestProblem('method') }
  }
  return lookUp(call, Object.fromEntries(call.url.searchParams))
})

/** The same with the link in a body of JSON. */
export const action = apiRoute('lookup', async (call) => {
  const body: unknown = await call.request.json().catch(() => null)
  return lookUp(call, body)
})

async function lookUp(call: ApiCall, asked: unknown): Promise<ApiAnswer> {
  const query = LinkQuery.safeParse(asked)
  if (!query.success) return unreadable(z.prettifyError(query.error))
  const outcome = await lookUpForVisitor(query.data.url, call.counted, call.request.signal)
  if (!outcome.ok) return { problem: lookupProblem(outcome.problem) }
  return Response.json(lookupAnswer(outcome.post, call), { headers: call.headers })
}
