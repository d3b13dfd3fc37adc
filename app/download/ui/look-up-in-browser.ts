import { redirect, replace, type ShouldRevalidateFunctionArgs } from 'react-router'
import { refusalTexts } from '#app/download/link-refusal.ts'
import { resultAddress } from '#app/download/result-address.ts'
import type { LookupView } from '#app/download/ui/visitor-lookup.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'

/** What a page with the downloader loads, and what its form gives. */
type Answer = { lookup: LookupView | null }

/**
 * The client action of every page with the downloader. What the server would refuse anyway is refused
 * here, without a round trip; a server that gives no usable answer is a problem like any other, so the
 * page stays. A post that is found leads on to its address, which asks the server for nothing more.
 */
export async function lookUpInBrowser(
  request: Request,
  url: URL,
  ask: () => Promise<Answer>,
): Promise<Answer | Response> {
  const form = await request.clone().formData()
  const typed = String(form.get('url') ?? '')
  const link = parsePostLink(typed)
  if (!link.ok) return problem(typed, refusalTexts(link.reason))
  const answer = await ask().catch(() => noAnswer(typed))
  if (answer.lookup?.result.ok !== true || isWatched()) return answer
  rememberFound(answer.lookup)
  const address = resultAddress(url.pathname, answer.lookup.result.post.postId)
  const isHere = address === location.pathname + location.search
  return isHere ? replace(address) : redirect(address)
}

/** The client loader of every page with the downloader: what its address shows. */
export async function openResult(url: URL, ask: () => Promise<Answer>): Promise<Answer> {
  const postId = url.searchParams.get('post')
  const known = postId === null ? null : foundPost(postId)
  if (known !== null) return { lookup: known }
  if (postId === null && !url.searchParams.has('url') && !url.searchParams.has('text')) {
    return { lookup: null }
  }
  return ask().catch(() => noAnswer(''))
}

/** Another address shows another result. The same one is loaded again only by a look-up that found it. */
export function showsOther({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
}: ShouldRevalidateFunctionArgs): boolean {
  const foundAgain = formMethod === 'POST' && actionResult === undefined
  return foundAgain || currentUrl.search !== nextUrl.search
}

/** Third-party tags read a page's address: where they run, it must not say what is looked up. */
function isWatched(): boolean {
  return document.querySelector('[data-tags]') !== null
}

function noAnswer(typed: string): Answer {
  const offline = navigator.onLine === false
  return problem(typed, { message: offline ? 'offline' : 'unexpected', hint: 'offline' })
}

function problem(typed: string, texts: ReturnType<typeof refusalTexts>): Answer {
  return { lookup: { typed, result: { ok: false, ...texts, retryAfterSeconds: null } } }
}

/** The links of a result work for ten minutes; the last ones are left for pressing them. */
const keptMs = 8 * 60_000
const keptAtMost = 50

/** What was found since the page was loaded, by post id; the oldest is the first. */
const found = new Map<string, { lookup: LookupView; until: number }>()

function rememberFound(lookup: LookupView): void {
  if (!lookup.result.ok) return
  const { postId } = lookup.result.post
  found.delete(postId)
  found.set(postId, { lookup, until: Date.now() + keptMs })
  const [oldest] = found.keys()
  if (found.size > keptAtMost && oldest !== undefined) found.delete(oldest)
}

/** What a look-up of this page found, while its links work; else null. */
function foundPost(postId: string): LookupView | null {
  const kept = found.get(postId)
  return kept !== undefined && kept.until > Date.now() ? kept.lookup : null
}
