import { failed, notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import { deadLink, resolved } from '#app/download/platforms/answer-failure.ts'
import type { ShortRef } from '#app/download/platforms/link.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import { linksInPage, refreshInPage } from '#app/download/platforms/page-links.ts'
import type { Ask, Resolved } from '#app/download/platforms/platform-adapter.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { hasChallengeSigns } from './challenge-signs.ts'
import type { PageProfileName, TiktokHosts } from './hosts.ts'
import { readTiktokPage } from './page.ts'
import { answerFailure, fetchPage, type Page, type PageAnswer } from './page-fetch.ts'
import { postNamedIn, type RedirectTarget, readRedirect } from './short-link.ts'

type Options = {
  /** The client that posts' pages are requested as. */
  profile: () => PageProfileName
  /** Judges a page that shows a post or its state. */
  judge: (page: Page, profile: PageProfileName, postId: string | null) => LookupResult
}

type Target =
  | RedirectTarget
  /** A post's own page. */
  | { kind: 'page'; page: Page }
  /** This client is refused; another one can be answered. */
  | { kind: 'refused'; retryAfterSeconds: number | null }
  /** An answer that says nothing of the post. */
  | { kind: 'unknown'; status: number }

const mostHops = 3
const missing = new Set([404, 410])
const base = new URL('https://www.tiktok.com')
/** The most characters of a page that a server writes to name where a link leads. */
const longestNotice = 2_000

/**
 * Finds a short link's post, hop by hop. What the link answers is a verdict on that link: a client
 * that is refused asks once more under our own name.
 */
export function createResolve(hosts: TiktokHosts, options: Options) {
  return async function resolve(asked: ShortRef, ask: Ask): Promise<Resolved> {
    let ref = asked
    let url = shortUrl(ref, hosts)
    let profile = options.profile()
    let isSecondTry = profile === 'own_name'
    let hops = 0
    while (hops < mostHops) {
      const answer = await fetchPage(ask, url, profile)
      if (answer.kind === 'failed') return resolved(failed(answerFailure(answer)))
      const target = targetOf(answer, ref, hosts)
      switch (target.kind) {
        case 'login':
        case 'refused': {
          const wait = 'retryAfterSeconds' in target ? target.retryAfterSeconds : null
          if (isSecondTry) return resolved(unavailable('blocked', wait))
          isSecondTry = true
          profile = 'own_name'
          break
        }
        case 'unknown':
          return resolved(notFound('unknown', `short link ${target.status}`))
        case 'short': {
          hops += 1
          // Some servers send a code on to the same code with a slash.
          const isSame = target.ref.host === ref.host && target.ref.code === ref.code
          ref = target.ref
          url = shortUrl(ref, hosts, isSame ? '/' : '')
          break
        }
        case 'post':
          return { kind: 'post', ref: refOfKey(target.postId) }
        case 'page':
          return resolved(options.judge(target.page, profile, null))
        default:
          return resolved(landed(target))
      }
    }
    return resolved(deadLink)
  }
}

function shortUrl({ host, code }: ShortRef, hosts: TiktokHosts, end = ''): URL {
  const origin = hosts.pageOrigin(host)
  const isOwnHost = new URL(origin).hostname === host && host !== 'www.tiktok.com'
  return new URL(`${isOwnHost ? '' : '/t'}/${code}${end}`, origin)
}

function targetOf(
  answer: Exclude<PageAnswer, { kind: 'failed' }>,
  ref: ShortRef,
  hosts: TiktokHosts,
): Target {
  switch (answer.kind) {
    case 'blocked':
      return { kind: 'refused', retryAfterSeconds: answer.retryAfterSeconds }
    case 'redirect':
      return leadingTo(answer.to, ref, hosts)
    case 'page':
      return targetOfPage(answer, ref, hosts)
  }
}

function leadingTo(to: URL, ref: ShortRef, hosts: TiktokHosts): RedirectTarget {
  const target = readRedirect(to, hosts, ref)
  const postId = target.kind === 'post' ? null : postNamedIn(to)
  return postId === null ? target : { kind: 'post', postId }
}

/** Reads a page that a short link shows in place of a redirect. A short one is no challenge yet. */
function targetOfPage(page: Page, ref: ShortRef, hosts: TiktokHosts): Target {
  const { kind } = readTiktokPage(page.html, null)
  if (kind === 'item' || kind === 'state') return { kind: 'page', page }
  if (kind !== 'no_script') return { kind: 'landing', landing: 'unknown_path' }
  const isThere = page.status < 400
  const inHeader = page.leadsTo.map((link) => URL.parse(link, base)).filter((url) => url !== null)
  const links = isThere ? [...inHeader, ...linksInPage(page.html, base)] : []
  const targets = links.map((link) => leadingTo(link, ref, hosts))
  const post = targets.find((target) => target.kind === 'post')
  if (post !== undefined) return post
  const isRefusal = hasChallengeSigns(page.html, page.systemError)
  // A redirect without a target: some clients get none.
  const isEmpty = page.status >= 300 && isThere && targets.length === 0
  if (isRefusal || isEmpty) return { kind: 'refused', retryAfterSeconds: null }
  if (missing.has(page.status)) return { kind: 'missing' }
  // The links of a longer page lead from it, as to its home page or to sign in.
  const isNotice = page.html.length <= longestNotice || inHeader.length > 0
  const [first] = isNotice || refreshInPage(page.html, base).length > 0 ? targets : []
  return first ?? { kind: 'unknown', status: page.status }
}

/** Returns the result of a short link that leads to no post, which is the link's own end. */
export function landed(target: Exclude<RedirectTarget, { kind: 'post' | 'short' }>) {
  switch (target.kind) {
    case 'login':
      return unavailable('blocked')
    case 'home':
    case 'missing':
      return deadLink
    case 'landing': {
      const { failure } = notFound('unsupported', 'short link')
      return failed({ ...failure, landing: target.landing })
    }
  }
}
