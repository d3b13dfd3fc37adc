import { data, type RouterContextProvider, redirect } from 'react-router'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import {
  answersLookUp,
  countedRequest,
  isForReading,
} from '#app/analytics/middleware/page-view.server.ts'
import { postLinksIn } from '#app/download/batch/links.ts'
import { isAtHand, type LookupOutcome } from '#app/download/lookup/lookup.server.ts'
import { videosIn } from '#app/download/lookup/post-item.ts'
import { parseItem, resultAddress } from '#app/download/lookup/result-address.ts'
import {
  lookUpForVisitor,
  lookupView,
  noteLookUp,
  resultForVisitor,
} from '#app/download/lookup/visitor-lookup.server.ts'
import { pageAddress } from '#app/http/page-address.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'

type RouteRequest = {
  request: Request
  params: { lang?: string | undefined }
  url: URL
  context: Readonly<RouterContextProvider>
}

/**
 * The loader of pages with the downloader. `?post=…` is a result's address. Other apps share into
 * the site with `?url=…` and `?text=…`. A HEAD request looks nothing up.
 */
export async function loadLookUp(args: RouteRequest) {
  if (args.request.method === 'HEAD') return { lookup: null }
  const postId = args.url.searchParams.get('post')
  const shared = sharedLink(args.url.searchParams)
  if (postId === null && shared === null) return { lookup: null }
  const { headers } = args.request
  if (!isAskedFor(headers)) return data({ lookup: null }, { status: 403, headers: unlisted })
  if (isCrawler(headers) && (postId === null || !(await isAtHand(postId)))) {
    return data({ lookup: null }, { headers: unlisted })
  }
  return postId === null ? lookUp(shared ?? '', args) : showPost(postId, args)
}

const unlisted = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

/** Narrower than `isbot`, which takes text browsers for bots. Cubot makes phones. */
const crawlers = /(?<!cu)bot\b|crawl|spider|externalhit|^whatsapp|preview|embedly|mastodon|vkshare/i

/** Returns true for search engines and what makes cards of links. Nothing is looked up for them. */
function isCrawler(headers: Headers): boolean {
  return crawlers.test(headers.get('user-agent') ?? '')
}

/**
 * Returns true if someone opens the page, or one of our pages requests it. Other sites' images,
 * frames, scripts and prefetches would look posts up in their readers' names. Browsers that don't
 * send these headers are allowed.
 */
function isAskedFor(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin') return true
  const isPrefetch = headers.get('sec-purpose')?.startsWith('prefetch') ?? false
  return isForReading(headers) && !(isPrefetch && site !== 'none')
}

/**
 * The action of pages with the downloader: looks up what the form sent. Several links are sent on
 * to the page for them, as they are with React.
 */
export async function lookUpForm(args: RouteRequest) {
  const form = await args.request.formData()
  const typed = form.get('url')
  const text = typeof typed === 'string' ? typed : ''
  const isSeveral = settings().batchLinks > 0 && postLinksIn(text).length > 1
  if (isSeveral && !pageAddress(args.request).isData) {
    const path = localPath('/batch', pageLanguage(args.params.lang), defaultLanguage())
    throw redirect(path, { status: 307, headers: { 'Cache-Control': 'no-store' } })
  }
  return lookUp(text, args, form.has('document'))
}

/** Returns what an app shared, or null. Android's share menu puts links into the text. */
function sharedLink(query: URLSearchParams): string | null {
  const url = query.get('url')
  // An empty `url` and nothing else is an empty form, which gets an error.
  return url || query.get('text') || url
}

/**
 * Looks a link up. A document is redirected to the result's address, so that reload and Back resend
 * no form. A page with React changes its address itself, or loads the result as a document.
 */
async function lookUp(
  typed: string,
  { request, url, context }: RouteRequest,
  loadsDocument = false,
) {
  const counted = await countedRequest(request, url, context)
  const outcome = await lookUpForVisitor(typed, counted, request.signal)
  const link = parsePostLink(typed)
  const named = (link.ok && link.ref.kind === 'post' && link.ref.item) || 1
  if (!outcome.ok) return answer(typed, outcome, counted)
  const { postId } = outcome.post
  const item = named <= videosIn(outcome.post) ? named : 1
  const sentByScript = request.method === 'POST' && pageAddress(request).isData
  // A result that isn't kept would be looked up again.
  const leadsOn = !sentByScript && (await isAtHand(postId))
  noteLookUp(counted.address, postId, !leadsOn && !loadsDocument)
  if (!leadsOn) return answer(typed, outcome, counted, item)
  throw redirect(`${resultAddress(url.pathname, postId, item)}#downloader`, {
    status: 303,
    headers: { 'Cache-Control': 'no-store' },
  })
}

async function showPost(postId: string, { request, url, context }: RouteRequest) {
  const counted = await countedRequest(request, url, context)
  const { outcome, isAnswer } = await resultForVisitor(postId, counted, request.signal)
  if (isAnswer) context.set(answersLookUp, true)
  return answer(postId, outcome, counted, parseItem(url.searchParams.get('item')))
}

/** Returns the page's data, which is neither cached nor indexed. */
function answer(typed: string, outcome: LookupOutcome, counted: CountedRequest, item = 1) {
  const { lookup, status, retryAfterSeconds } = lookupView(typed, outcome, counted, item)
  const headers = new Headers(unlisted)
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds))
  return data({ lookup }, { status, headers })
}
