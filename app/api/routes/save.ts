import { z } from 'zod'
import { SaveQuery } from '#app/api/schemas.ts'
import { viewOf } from '#app/download/lookup/offers.server.ts'
import { postFacts } from '#app/download/lookup/post-facts.server.ts'
import { lookUpForVisitor } from '#app/download/lookup/visitor-lookup.server.ts'
import { deliverFile } from '#app/download/save/delivery.server.ts'
import { fileHeaders } from '#app/download/save/file-headers.ts'
import { networkOf } from '#app/http/ip-address.ts'
import { streamedResponse } from '#app/http/streamed-response.server.ts'
import { latestEndMs, readPart } from '#app/posts/read-part.ts'
import { parseSaveFormat } from '#app/posts/save-format.ts'
import { savesPart } from '#app/posts/save-part.ts'
import { apiRoute, unreadable } from './api-route.server.ts'
import { lookupProblem, saveProblem } from './problem-texts.server.ts'

/** `GET /api/v1/save?url=`: the file itself, in one request. */
export const loader = apiRoute(
  'save',
  async ({ request, url, context, counted, headers }) => {
    const query = SaveQuery.safeParse(Object.fromEntries(url.searchParams))
    if (!query.success) return unreadable(z.prettifyError(query.error))
    const { url: link, format: named, start = '', end = '' } = query.data
    const outcome = await lookUpForVisitor(link, counted, request.signal)
    if (!outcome.ok) return { problem: lookupProblem(outcome.problem) }
    const facts = postFacts(outcome.post)
    const format = parseSaveFormat(named ?? viewOf(facts, counted.address).mainFormat)
    if (format === null) return unreadable('There is no such format. Look the link up for a list.')
    const times = new URLSearchParams({ from: start, to: end })
    const { part } = readPart(times, latestEndMs(facts.durationSeconds))
    if (part === undefined) return unreadable('The part’s times don’t fit the clip.')
    if (part !== null && !savesPart(format)) return unreadable('This format has no parts.')
    const head = request.method === 'HEAD'
    const result = await deliverFile(
      {
        postId: facts.postId,
        format,
        part,
        purpose: 'save',
        images: [],
        kbps: null,
        // Without a link, the requests of a token and network for one file are one download.
        link: `api ${counted.api?.token ?? ''} ${networkOf(counted.address)}`,
        onlyContinues: false,
      },
      { counted, userId: null, report: null, head, signal: request.signal },
    )
    if (!result.ok) return { problem: saveProblem(result.problem) }
    const { delivery, started, ended } = result
    const init = {
      status: delivery.status,
      headers: { ...headers, ...fileHeaders(delivery, 'save') },
    }
    if (delivery.body === null) return new Response(null, init)
    const { body } = delivery
    return streamedResponse(context, { body, onEnd: ended, onStart: started }, init)
  },
  { isFile: true },
)
