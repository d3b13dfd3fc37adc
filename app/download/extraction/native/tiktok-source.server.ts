import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import {
  CHAIN_TOKEN,
  type PageProfileName,
  type Platforms,
  pageHeaders,
  pageProfileNames,
  readGuestCookies,
} from '#app/download/extraction/platform-profiles.ts'
import { withBreaker } from '#app/download/extraction/source-breaker.ts'
import { hashKeyPaths } from '#app/outbound/key-paths.ts'
import type {
  Extractor,
  GuestSession,
  LookupFailure,
  LookupResult,
} from '#app/posts/extracted-post.server.ts'
import type { PostRef } from '#app/posts/post-link.ts'
import { classifyState, isChallenge } from './challenge-signs.ts'
import type { PageAnswer, PageFetch } from './page-fetch.server.ts'
import { readTiktokPage } from './tiktok-page.ts'
import { postOfItem } from './tiktok-post.ts'
import { readBodyLink, readRedirect } from './tiktok-short-link.ts'

export type TiktokSourceOptions = {
  fetchPage: PageFetch
  platforms: Platforms
  /** For a whole look-up: waiting for its turn, short links and pages. */
  timeoutMs: () => number
}

type Page = Extract<PageAnswer, { kind: 'page' }>
type Limits = { signal: AbortSignal; deadline: number }
type ResolvedLink =
  | { kind: 'post'; postId: string }
  | { kind: 'page'; page: Page; profile: PageProfileName }

const ownLimitMs = 12_000
const maxPageBytes = 3 * 1024 * 1024
const maxHopBytes = 256 * 1024
const mostHops = 3
const mostPages = 2
/** Deep enough to see what is read of a post, and not what differs from post to post. */
const keyDepth = 4

/**
 * Reads posts from the platform's own public pages, as a guest without an account. A challenge is
 * never solved: then our own name is tried, and the platform left alone if that will not do either.
 */
export function createTiktokSource(options: TiktokSourceOptions): Extractor {
  const { fetchPage, platforms } = options
  let preferred: PageProfileName = 'phone'
  let drifted = false

  async function lookup(
    ref: PostRef,
    visitor: AbortSignal,
    withinMs = Number.POSITIVE_INFINITY,
  ): Promise<LookupResult> {
    const timeoutMs = Math.min(ownLimitMs, options.timeoutMs(), withinMs)
    const result = await find(ref, {
      signal: AbortSignal.any([visitor, AbortSignal.timeout(timeoutMs)]),
      deadline: performance.now() + timeoutMs,
    })
    return visitor.aborted ? failed({ kind: 'aborted' }) : result
  }

  async function find(ref: PostRef, limits: Limits): Promise<LookupResult> {
    if (ref.kind === 'post') return readPost(ref.postId, limits)
    const resolved = await resolveShortLink(ref, limits)
    if ('ok' in resolved) return resolved
    if (resolved.kind === 'post') return readPost(resolved.postId, limits)
    return judge(resolved.page, resolved.profile, null)
  }

  /** Asks for the post's page, at most twice: again after a fault, or in another guise. */
  async function readPost(postId: string, limits: Limits): Promise<LookupResult> {
    let url = new URL(`/@_/video/${postId}`, platforms.pageOrigin('www.tiktok.com'))
    let profile = preferred
    let result: LookupResult = unavailable('shape')
    for (let asked = 0; asked < mostPages; asked += 1) {
      const answer = await ask(url, profile, maxPageBytes, limits)
      if (answer.kind === 'redirect') {
        const target = readRedirect(answer.to, platforms)
        const isSamePost = target.kind === 'post' && target.postId === postId
        const next = isSamePost ? platforms.pageUrl(answer.to) : null
        if (next === null) return failed(redirectFailure(target))
        url = next
        continue
      }
      result =
        answer.kind === 'page' ? judge(answer, profile, postId) : failed(answerFailure(answer))
      if (result.ok) {
        preferred = profile
        return result
      }
      const next = nextProfile(result.failure, profile)
      if (next === null || limits.signal.aborted) return result
      profile = next
    }
    return result
  }

  /** Follows a share link by hand to the post it is for; its page is taken when it comes at once. */
  async function resolveShortLink(
    ref: Extract<PostRef, { kind: 'short' }>,
    limits: Limits,
  ): Promise<ResolvedLink | LookupResult> {
    let url = shortUrl(ref)
    for (let hop = 0; hop < mostHops; hop += 1) {
      // The page itself may come, so that the limit is a page's; a hop's own body is cut below.
      const answer = await ask(url, preferred, maxPageBytes, limits)
      if (answer.kind === 'blocked' || answer.kind === 'failed')
        return failed(answerFailure(answer))
      const to = answer.kind === 'redirect' ? answer.to : linkInBody(answer)
      if (to === null && answer.kind === 'page') {
        return { kind: 'page', page: answer, profile: preferred }
      }
      const target = to === null ? { kind: 'unknown' as const } : readRedirect(to, platforms)
      if (target.kind === 'post') return target
      if (target.kind !== 'short') return failed(redirectFailure(target))
      url = shortUrl(target.ref)
    }
    return failed({ kind: 'not_found', reason: 'gone', platformCode: 'short link' })
  }

  function shortUrl({ host, code }: Extract<PostRef, { kind: 'short' }>): URL {
    const origin = platforms.pageOrigin(host)
    const isOwnHost = new URL(origin).hostname === host && host !== 'www.tiktok.com'
    return new URL(isOwnHost ? `/${code}` : `/t/${code}`, origin)
  }

  function ask(url: URL, profile: PageProfileName, maxBytes: number, limits: Limits) {
    const { signal, deadline } = limits
    return fetchPage({ url, profile, maxBytes, signal, deadline })
  }

  function judge(page: Page, profile: PageProfileName, postId: string | null): LookupResult {
    const reading = readTiktokPage(page.html, postId)
    switch (reading.kind) {
      case 'no_script':
        return unavailable(isChallenge(page.html, page.systemError) ? 'challenged' : 'shape')
      case 'no_data':
      case 'wrong_id':
        return unavailable('shape')
      case 'state': {
        const { code, message } = reading
        const state = classifyState(code, message)
        if (state.kind !== 'not_found') return unavailable('bad_answer')
        const platformCode = `${code} ${message}`.slice(0, 200)
        return failed({ kind: 'not_found', reason: state.reason, platformCode })
      }
      case 'item': {
        drifted = reading.drifted
        const result = postOfItem(reading.item, sessionOf(page, profile), platforms)
        const dataKeys = () => hashKeyPaths(reading.raw, keyDepth)
        return result.ok ? { ...result, dataKeys } : result
      }
    }
  }

  return withBreaker({
    name: 'native',
    mode: 'live',
    lookup,
    status: () => ({ breaker: 'closed', queued: 0, quotaLeft: null, profile: preferred, drifted }),
  })
}

/**
 * As whom to ask once more; null when there is no use in it. After a challenge only our own name is
 * tried: going on with another browser's would be passing for someone else.
 */
function nextProfile(failure: LookupFailure, profile: PageProfileName): PageProfileName | null {
  if (failure.kind !== 'unavailable') return null
  switch (failure.cause) {
    case 'challenged':
      return profile === 'own_name' ? null : 'own_name'
    case 'shape':
      return (
        pageProfileNames[(pageProfileNames.indexOf(profile) + 1) % pageProfileNames.length] ?? null
      )
    case 'bad_answer':
    case 'http_status':
    case 'connect':
      return profile
    default:
      return null
  }
}

function linkInBody(page: Page): URL | null {
  return page.html.length <= maxHopBytes && readTiktokPage(page.html, null).kind === 'no_script'
    ? readBodyLink(page.html)
    : null
}

function redirectFailure(target: ReturnType<typeof readRedirect>): LookupFailure {
  if (target.kind === 'not_found') {
    return { kind: 'not_found', reason: target.reason, platformCode: 'redirect' }
  }
  const cause = target.kind === 'blocked' ? 'blocked' : 'shape'
  return { kind: 'unavailable', cause, retryAfterSeconds: null }
}

function answerFailure(answer: Extract<PageAnswer, { kind: 'blocked' | 'failed' }>): LookupFailure {
  const cause = answer.kind === 'blocked' ? 'blocked' : answer.cause
  return { kind: 'unavailable', cause, retryAfterSeconds: answer.retryAfterSeconds }
}

/** The guest that the page's answer made; null without the token that gated files want. */
function sessionOf(page: Page, profile: PageProfileName): GuestSession | null {
  const cookies = readGuestCookies(page.setCookies)
  if (cookies[CHAIN_TOKEN] === undefined) return null
  const userAgent = pageHeaders(profile)['user-agent'] ?? ''
  return { profile: 'tiktok_guest', userAgent, cookies }
}
