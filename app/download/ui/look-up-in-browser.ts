import {
  redirect,
  redirectDocument,
  replace,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { refusalTexts } from '#app/download/lookup/link-refusal.ts'
import { parseItem, resultAddress } from '#app/download/lookup/result-address.ts'
import type { LookupView } from '#app/download/lookup/visitor-lookup.server.ts'
import { hasEscapes } from '#app/download/platforms/link.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { loadFoundPost } from './found-post.tsx'

/** The data of a page with the downloader, loaded or returned by its form. */
type Answer = { lookup: LookupView | null }

/**
 * The client action of pages with the downloader. It refuses what the server would refuse, without
 * a round trip unless only the server can read it. An unusable answer becomes a problem like any
 * other, so the page stays. A found post leads to its address without another request.
 */
export async function lookUpInBrowser(
  request: Request,
  url: URL,
  ask: () => Promise<Answer>,
): Promise<Answer | Response> {
  const form = await request.clone().formData()
  const typed = String(form.get('url') ?? '')
  const link = parsePostLink(typed)
  // The server also reads links in other bytes than ASCII’s.
  const isPlain = /^[ -~]*$/.test(typed) && !hasEscapes(typed)
  if (!link.ok && isPlain) return problem(typed, refusalTexts(link))
  const partsLoad = canShow()
  const answer = await ask().catch((error: unknown) => noAnswer(typed, error))
  if (answer.lookup?.result.ok !== true) return answer
  const { postId, item } = answer.lookup.result.post
  const address = resultAddress(url.pathname, postId, item)
  if (isWatched() || !(await partsLoad)) return redirectDocument(`${address}#downloader`)
  rememberFound(answer.lookup)
  const isHere = address === location.pathname + location.search
  return isHere ? replace(address) : redirect(address)
}

/** The client loader of pages with the downloader. */
export async function openResult(url: URL, ask: () => Promise<Answer>): Promise<Answer> {
  const postId = url.searchParams.get('post')
  if (postId === null && !url.searchParams.has('url') && !url.searchParams.has('text')) {
    return { lookup: null }
  }
  if (!(await canShow())) throw redirectDocument(url.pathname + url.search)
  const known = postId === null ? null : foundPost(postId, parseItem(url.searchParams.get('item')))
  if (known !== null) return { lookup: known }
  return ask().catch((error: unknown) => noAnswer('', error))
}

function canShow(): Promise<boolean> {
  return loadFoundPost().then(
    () => true,
    () => false,
  )
}

/** Returns true if the address shows another result, or a look-up found the same one again. */
export function showsOther({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
}: ShouldRevalidateFunctionArgs): boolean {
  const foundAgain = formMethod === 'POST' && actionResult === undefined
  return foundAgain || currentUrl.search !== nextUrl.search
}

/**
 * Third-party tags read a page's address and title, which must not reveal what is looked up. Where
 * tags run, the result is loaded as a separate document without them.
 */
function isWatched(): boolean {
  return document.querySelector('[data-tags]') !== null
}

/**
 * A TypeError is from `fetch`: the site wasn't reached. All else is the site's own failure, except
 * a form that it refused: the page of errors says why.
 */
function noAnswer(typed: string, error: unknown): Answer {
  if ((error as { status?: unknown } | null)?.status === 403) throw error
  const offline = !navigator.onLine
  const hint = offline || error instanceof TypeError ? 'offline' : 'siteFailed'
  return problem(typed, { message: offline ? 'offline' : 'unexpected', hint })
}

function problem(typed: string, texts: ReturnType<typeof refusalTexts>): Answer {
  return { lookup: { typed, result: { ok: false, ...texts, retryAfterSeconds: null } } }
}

/** A result's links work for ten minutes. The last two are left for pressing them. */
const keptMs = 8 * 60_000
const keptAtMost = 50

/** Found posts since the page was loaded, by id and video, oldest first. */
const found = new Map<string, { lookup: LookupView; until: number }>()

function rememberFound(lookup: LookupView): void {
  if (!lookup.result.ok) return
  const { postId, item } = lookup.result.post
  const key = `${postId} ${item}`
  found.delete(key)
  found.set(key, { lookup, until: Date.now() + keptMs })
  const [oldest] = found.keys()
  if (found.size > keptAtMost && oldest !== undefined) found.delete(oldest)
}

/** Returns what this page found, or null once its links have expired. */
function foundPost(postId: string, item: number): LookupView | null {
  const kept = found.get(`${postId} ${item}`)
  return kept !== undefined && kept.until > Date.now() ? kept.lookup : null
}
