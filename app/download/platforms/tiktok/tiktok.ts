import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import type { Landing, ShortRef } from '#app/download/platforms/link.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import type { Ask, PlatformAdapter, Resolved } from '#app/download/platforms/platform-adapter.ts'
import { hashKeyPaths } from '#app/outbound/key-paths.ts'
import type {
  GuestSession,
  LookupFailure,
  LookupResult,
  NotFoundReason,
} from '#app/posts/extracted-post.server.ts'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { classifyState, hasChallengeSigns, isChallenge } from './challenge-signs.ts'
import {
  CHAIN_TOKEN,
  type PageProfileName,
  pageHeaders,
  pageProfileNames,
  readGuestCookies,
  type TiktokHosts,
} from './hosts.ts'
import { readTiktokPage } from './page.ts'
import { fetchPage, type PageAnswer } from './page-fetch.ts'
import { postOfItem } from './post.ts'
import { type RedirectTarget, readBodyLink, readRedirect } from './short-link.ts'

type Page = Extract<PageAnswer, { kind: 'page' }>

const maxPageBytes = 3 * 1024 * 1024
const maxHopBytes = 256 * 1024
const mostHops = 3
const mostPages = 2
/** Statuses that mean there is no post, on a page without data. */
const missing = new Set([404, 410])
/** Deep enough for the fields that are read, not for what differs between posts. */
const keyDepth = 4

/** Pages that a post's address redirects to when it isn't a post that we can get. */
const notPosts = new Set<Landing>(['profile', 'live', 'sound', 'tag', 'collection', 'playlist'])

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
    let result: LookupResult = unavailable('shape')
    for (let asked = 0; asked < mostPages; asked += 1) {
      const answer = await fetchPage(ask, url, profile, maxPageBytes)
      if (answer.kind === 'redirect') {
        const target = readRedirect(answer.to, hosts)
        const isSamePost = target.kind === 'post' && target.postId === postId
        const next = isSamePost ? hosts.pageUrl(answer.to) : null
        if (next === null) return failed(postRedirectFailure(answer.to, target))
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

  async function resolve(ref: ShortRef, ask: Ask): Promise<Resolved> {
    let url = shortUrl(ref)
    for (let hop = 0; hop < mostHops; hop += 1) {
      // The post's own page can come, so its limit applies; `linkInBody` applies a hop's.
      const answer = await fetchPage(ask, url, preferred, maxPageBytes)
      if (answer.kind === 'blocked' || answer.kind === 'failed')
        return { kind: 'answer', result: failed(answerFailure(answer)) }
      const to = answer.kind === 'redirect' ? answer.to : linkInBody(answer)
      if (to === null && answer.kind === 'page') {
        return { kind: 'answer', result: judgeShort(answer, preferred) }
      }
      const target = to === null ? deadCode : readRedirect(to, hosts)
      if (target.kind === 'post') return { kind: 'post', ref: refOfKey(target.postId) }
      if (target.kind !== 'short') return { kind: 'answer', result: failed(landed(target)) }
      url = shortUrl(target.ref)
    }
    return { kind: 'answer', result: deadLink }
  }

  /**
   * Judges a page that a short link shows without a redirect: a post's, a challenge, or a dead or
   * unsupported link.
   */
  function judgeShort(page: Page, profile: PageProfileName): LookupResult {
    const { kind } = readTiktokPage(page.html, null)
    if (kind === 'item' || kind === 'state') return judge(page, profile, null)
    if (kind === 'no_script') {
      return hasChallengeSigns(page.html, page.systemError) ? unavailable('challenged') : deadLink
    }
    return failed(landed({ kind: 'landing', landing: 'unknown_path' }))
  }

  function shortUrl({ host, code }: ShortRef): URL {
    const origin = hosts.pageOrigin(host)
    const isOwnHost = new URL(origin).hostname === host && host !== 'www.tiktok.com'
    return new URL(isOwnHost ? `/${code}` : `/t/${code}`, origin)
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
    resolve,
    canaries: canaryLinks,
    // The id dates from before the platform existed.
    missing: refOfKey('1000000000000000001'),
    status: () => ({ profile: preferred, drifted }),
  }
}

const deadLink = failed({ kind: 'not_found', reason: 'gone', platformCode: 'short link' })
const deadCode: RedirectTarget = { kind: 'home' }

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

function linkInBody(page: Page): URL | null {
  return page.html.length <= maxHopBytes && readTiktokPage(page.html, null).kind === 'no_script'
    ? readBodyLink(page.html)
    : null
}

function postRedirectFailure(to: URL, target: RedirectTarget): LookupFailure {
  const notFound = (reason: NotFoundReason): LookupFailure => ({
    kind: 'not_found',
    reason,
    platformCode: 'redirect',
  })
  if (target.kind === 'login') return notFound('private')
  if (target.kind === 'home') return notFound('gone')
  if (target.kind === 'landing' && notPosts.has(target.landing)) return notFound('unsupported')
  // The page shown to refused addresses.
  const cause = /\/about\/?$/.test(to.pathname) ? 'blocked' : 'shape'
  return unavailable(cause).failure
}

/** Returns the failure for a short link that leads elsewhere, which is the link's own fault. */
function landed(target: Exclude<RedirectTarget, { kind: 'post' | 'short' }>): LookupFailure {
  const found = { kind: 'not_found', platformCode: 'short link' } as const
  switch (target.kind) {
    case 'login':
      return { ...found, reason: 'private' }
    case 'home':
      return { ...found, reason: 'gone' }
    case 'landing':
      return { ...found, reason: 'unsupported', landing: target.landing }
  }
}

function answerFailure(answer: Extract<PageAnswer, { kind: 'blocked' | 'failed' }>): LookupFailure {
  const cause = answer.kind === 'blocked' ? 'blocked' : answer.cause
  return { kind: 'unavailable', cause, retryAfterSeconds: answer.retryAfterSeconds }
}

/** Returns the session started by the page. Null without the token that gated files need. */
function sessionOf(page: Page, profile: PageProfileName): GuestSession | null {
  const cookies = readGuestCookies(page.setCookies)
  if (cookies[CHAIN_TOKEN] === undefined) return null
  const userAgent = pageHeaders(profile)['user-agent'] ?? ''
  return { profile: 'tiktok_guest', userAgent, cookies }
}
