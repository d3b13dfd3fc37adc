import type { IncomingMessage, ServerResponse } from 'node:http'
import { problemJson, problemType, requestProblem } from '#app/api/problem.server.ts'
import { isApiAddress, isJson } from '#app/http/api-address.ts'
import { readBody } from './incoming-request.server.ts'
import { refuse, setSecureHeaders } from './outgoing-answer.server.ts'

/** Reads a JSON body of at most 64 KB. One of another type isn't read: its route refuses it. */
export async function apiBody({
  req,
  res,
}: {
  req: IncomingMessage
  res: ServerResponse
}): Promise<Buffer<ArrayBuffer> | 'refused'> {
  if (!isJson(req.headers['content-type'])) {
    res.setHeader('Connection', 'close')
    return Buffer.alloc(0)
  }
  const body = await readBody(req)
  if (body !== 'too_large') return body
  const tooLarge = requestProblem('body-too-large')
  refuse(res, tooLarge.status, problemJson(tooLarge), { ...problemHeaders, Connection: 'close' })
  return 'refused'
}

const problemHeaders = {
  'Content-Type': problemType,
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
}

/** Returns the answer to a method that an API address doesn't take. `allowed`: those it takes. */
export function apiMethodRefusal(allowed: string) {
  const problem = requestProblem('method')
  const headers = { ...problemHeaders, Allow: `${allowed}, OPTIONS` }
  return { status: problem.status, body: problemJson(problem), headers }
}

/**
 * Answers a browser that asks whether a page of another site may use the API: it may, with a token.
 * Returns false for any other request.
 */
export function answerPreflight(req: IncomingMessage, res: ServerResponse): boolean {
  const path = (req.url ?? '').split('?', 1)[0] ?? ''
  if (req.method !== 'OPTIONS' || !isApiAddress(path)) return false
  setSecureHeaders(res)
  res.writeHead(204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD, POST',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Range',
    'Access-Control-Max-Age': '86400',
  })
  res.end()
  return true
}
