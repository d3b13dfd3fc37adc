import { data, type HeadersArgs, type RouterContextProvider, redirect } from 'react-router'
import { type CountedRequest, countLookupEvent } from '#app/analytics/count.server.ts'
import { answersLookUp, countedRequest } from '#app/analytics/middleware/page-view.server.ts'
import { type DeviceKind, deviceOf } from '#app/download/device.ts'
import {
  isAtHand,
  type LookupCause,
  type LookupOutcome,
  lookUpLink,
  lookupCause,
  postForSave,
  publicLink,
} from '#app/download/lookup.server.ts'
import {
  type LookupProblemAnswer,
  lookupProblemAnswer,
} from '#app/download/lookup-problem.server.ts'
import { type PostView, postView } from '#app/download/offers.server.ts'
import { noteLookUp, resultRequest } from '#app/download/recent-look-ups.server.ts'
import { resultAddress } from '#app/download/result-address.ts'
import { takeRequest } from '#app/download/visitor-limits.server.ts'

/** How much of a refused text is given back to its field. */
const typedLimit = 2048

/** What the downloader shows after a look-up. */
export type LookupView = {
  /** What the field holds: the post's link, or the text that was refused. */
  typed: string
  result:
    | { ok: true; post: PostView; device: DeviceKind }
    | ({ ok: false } & Omit<LookupProblemAnswer, 'status'>)
}

/** What a route's loader and action know of their request. */
type RouteRequest = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

/**
 * The loader of every page with the downloader. `?post=…` is a result's address; with `?url=…` and
 * `?text=…` other apps share into the site. A HEAD request looks nothing up.
 */
export async function loadLookUp(args: RouteRequest) {
  if (args.request.method === 'HEAD') return { lookup: null }
  const postId = args.url.searchParams.get('post')
  if (postId !== null) return showPost(postId, args)
  const shared = sharedLink(args.url.searchParams)
  return shared === null ? { lookup: null } : lookUp(shared, args)
}

/** The action of every page with the downloader: looks up what its form has sent. */
export async function lookUpForm(args: RouteRequest) {
  const typed = (await args.request.formData()).get('url')
  return lookUp(typeof typed === 'string' ? typed : '', args)
}

/** What an app shared, null without any. Android's share menu puts links into the text. */
function sharedLink(query: URLSearchParams): string | null {
  const url = query.get('url')
  // An empty `url` and nothing else is an empty form, which is told so.
  return url || query.get('text') || url
}

/**
 * Looks a link up. A document leads on to the result's address, so that reload and Back send no form
 * again; a page that runs changes its address by itself.
 */
async function lookUp(typed: string, { request, url, context }: RouteRequest) {
  const counted = await countedRequest(request, url, context)
  const outcome = await countedLookUp(typed, counted, request.signal)
  if (!outcome.ok) return answer(typed, outcome, counted)
  const { postId } = outcome.post
  const sentByScript = request.method === 'POST' && isData(request)
  // What is not kept would be asked of its source once more.
  const leadsOn = !sentByScript && (await isAtHand(postId))
  noteLookUp(counted.address, postId, { opened: !leadsOn })
  if (!leadsOn) return answer(typed, outcome, counted)
  throw redirect(`${resultAddress(url.pathname, postId)}#downloader`, {
    status: 303,
    headers: { 'Cache-Control': 'no-store' },
  })
}

/** Shows the post of a result's address, from the cache if it is there. */
async function showPost(postId: string, { request, url, context }: RouteRequest) {
  const counted = await countedRequest(request, url, context)
  const kind = resultRequest(counted.address, postId)
  if (kind === 'new') {
    // A link is no post's id, although it can be looked up.
    const outcome = await countedLookUp(
      /^\d+$/.test(postId) ? postId : '0',
      counted,
      request.signal,
    )
    if (outcome.ok) noteLookUp(counted.address, postId, { opened: true })
    return answer(postId, outcome, counted)
  }
  if (kind === 'answer') context.set(answersLookUp, true)
  else {
    const wait = await takeRequest(counted.address)
    if (wait !== null) return answer(postId, tooMany(wait), counted)
  }
  return answer(postId, await postForSave(postId, request.signal), counted)
}

type Outcome = LookupOutcome | ReturnType<typeof tooMany>

function tooMany(retryAfterSeconds: number) {
  return { ok: false, problem: { kind: 'too_many', retryAfterSeconds } } as const
}

/** Looks up what a visitor sent, within the limits of their network, and counts that. */
async function countedLookUp(
  typed: string,
  counted: CountedRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const start = performance.now()
  const count = (error: LookupCause | null, postId: string | null) => {
    // Nothing was looked up in an empty form, and a visitor who leaves waits for no answer.
    if (error === 'link: empty' || error === 'aborted') return
    countLookupEvent(counted, { error, postId, ms: performance.now() - start })
  }
  const wait = await takeRequest(counted.address)
  if (wait !== null) {
    count('too_many', null)
    return tooMany(wait)
  }
  const outcome = await lookUpLink(typed, signal)
  if (outcome.ok) count(null, outcome.post.postId)
  else count(lookupCause(outcome.problem), null)
  return outcome
}

/** What the page shows. It is no one else's, and no search engine's. */
function answer(typed: string, outcome: Outcome, { headers: asked }: CountedRequest) {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
  if (outcome.ok) {
    const { post } = outcome
    const device = deviceOf(asked.get('user-agent'))
    const result = { ok: true as const, post: postView(post), device }
    const lookup: LookupView = { typed: publicLink(post), result }
    return data({ lookup }, { status: 200, headers })
  }
  const { status, ...problem } = lookupProblemAnswer(outcome.problem)
  const lookup: LookupView = {
    typed: typed.slice(0, typedLimit),
    result: { ok: false, ...problem },
  }
  const { retryAfterSeconds } = problem
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds))
  return data({ lookup }, { status, headers })
}

/** Whether a page that runs asks, and not the browser for a document. */
function isData(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}

/** A route's `headers`: those of its action or, without one, of its loader. */
export function lookUpHeaders({ loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders
}
