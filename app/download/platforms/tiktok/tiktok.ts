import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import type { Landing } from '#app/download/platforms/link.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import type { Ask, AskAnswer, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { hashKeyPaths } from '#app/outbound/key-paths.ts'
import type {
  GuestSession,
  LookupFailure,
  LookupResult,
  NotFoundReason,
} from '#app/posts/extracted-post.server.ts'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { challengeSigns, classifyState, isChallenge } from './challenge-signs.ts'
import {
  CHAIN_TOKEN,
  type PageProfileName,
  pageHeaders,
  pageProfileNames,
  readGuestCookies,
  type TiktokHosts,
} from './hosts.ts'
import { readTiktokPage } from './page.ts'
import { answerFailure, fetchPage, type Page } from './page-fetch.ts'
import { postOfItem } from './post.ts'
import { createResolve } from './resolve-short.ts'
import { type RedirectTarget, readRedirect } from './short-link.ts'

const mostPages = 2
/** Statuses that mean there is no post, on a page without data. */
const missing = new Set([404, 410])
/** Deep enough for the fields that are read, not for what differs between posts. */
const keyDepth = 4

/** Pages that a post's address leads to when it isn't a video or photos. */
const notPosts = new Set<Landing>(['live', 'sound', 'tag', 'collection', 'playlist'])

/**
 * Reads posts from the platform's public pages, as a guest without an account. A challenge is never
 * solved: our own name is tried next, and if that fails too, the platform is left alone.
 */
export function createTiktok(hosts: TiktokHosts): PlatformAdapter {
  let preferred: PageProfileName = 'phone'
  let drifted = false

  /** Requests a post's page at most twice: again after a fault, or with another profile. */
  async function readPost(postId: string, ask: Ask): Promise<LookupResult> {
    let url = new URL(`/@_/video/${postId}`, hosts.pageOrigin('www.tiktok.com'))
    let profile = preferred
    let result: LookupResult = unavailable('blocked')
    for (let asked = 0; asked < mostPages; asked += 1) {
      const answer = await fetchPage(ask, url, profile)
      if (answer.kind === 'redirect') {
        const target = readRedirect(answer.to, hosts)
        const isSamePost = target.kind === 'post' && target.postId === postId
        const next = isSamePost ? hosts.pageUrl(answer.to) : null
        if (next === null) return failed(postRedirectFailure(target))
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
      if (next === null) return result
      profile = next
    }
    return result
  }

  function judge(page: Page, profile: PageProfileName, postId: string | null): LookupResult {
    const reading = readTiktokPage(page.html, postId)
    switch (reading.kind) {
      case 'no_script':
        if (missing.has(page.status)) return failed({ kind: 'not_found', reason: 'gone' })
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
        const result = postOfItem(reading.item, sessionOf(page, profile), hosts)
        const dataKeys = () => hashKeyPaths(reading.raw, keyDepth)
        return result.ok ? { ...result, dataKeys } : result
      }
    }
  }

  return {
    platform: 'tiktok',
    read: ({ postId }, ask) => readPost(postId, ask),
    resolve: createResolve(hosts, { profile: () => preferred, judge }),
    canaries: canaryLinks,
    // The id dates from before the platform existed.
    missing: refOfKey('1000000000000000001'),
    marksIn,
    status: () => ({ profile: preferred, drifted }),
  }
}

/** Names the signs of a challenge, and what the page's data holds. */
function marksIn({ text, header }: Extract<AskAnswer, { kind: 'answer' }>): string[] {
  const reading = readTiktokPage(text, null)
  const data = reading.kind === 'state' ? `code ${reading.code}` : reading.kind
  return [data, ...challengeSigns(text, header('x-tt-system-error'))]
}

/**
 * Returns the profile for one more try. Null if that is pointless. After a challenge only our own
 * name is tried: another browser's would be impersonation.
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

/**
 * Returns the failure for a redirect away from a post's page. It speaks of who asks: only the
 * post's own data says that it is private. One to another page of the platform is the post's own
 * end.
 */
function postRedirectFailure(target: RedirectTarget): LookupFailure {
  const notFound = (reason: NotFoundReason): LookupFailure => ({
    kind: 'not_found',
    reason,
    platformCode: 'redirect',
  })
  if (target.kind === 'missing') return notFound('gone')
  if (target.kind === 'post') return notFound('unknown')
  if (target.kind === 'landing') {
    if (target.landing === 'profile') return notFound('unknown')
    if (notPosts.has(target.landing)) return notFound('unsupported')
  }
  return unavailable('blocked').failure
}

/** Returns the session started by the page. Null without the token that gated files need. */
function sessionOf(page: Page, profile: PageProfileName): GuestSession | null {
  const cookies = readGuestCookies(page.setCookies)
  if (cookies[CHAIN_TOKEN] === undefined) return null
  const userAgent = pageHeaders(profile)['user-agent'] ?? ''
  return { profile: 'tiktok_guest', userAgent, cookies }
}
