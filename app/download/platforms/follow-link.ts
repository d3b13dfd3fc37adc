import { failed, notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import { deadLink, resolved, unresolved } from './answer-failure.ts'
import type { Landing, PlatformLinks, ShortRef } from './link.ts'
import { linksInPage } from './page-links.ts'
import type { Ask, AskAnswer, AskRequest, Resolved } from './platform-adapter.ts'
import { postBehind, type RedirectTarget, readTarget } from './redirects.ts'

type FollowTerms = {
  links: PlatformLinks
  request: AskRequest
  /** Where a short link is asked for, if not at its own address. */
  addressOf?: (ref: ShortRef) => string
  /** True if the site is known to send those to its home page whom it refuses. */
  homeRefuses?: boolean
}

const mostHops = 3

/**
 * Follows a short link, which can lead to any site, to a post of the platform alone. What it
 * answers is a verdict on that link.
 */
export async function followLink(
  asked: ShortRef,
  ask: Ask,
  { links, request, addressOf = links.url, homeRefuses = false }: FollowTerms,
): Promise<Resolved> {
  let ref = asked
  for (let hop = 0; hop < mostHops; hop += 1) {
    const address = addressOf(ref)
    const target = targetOf(await ask(address, request), new URL(address), links)
    switch (target.kind) {
      case 'post':
      case 'answer':
        return target
      case 'short':
        ref = target.ref
        break
      case 'login':
        return resolved(unavailable('blocked'))
      case 'home':
        return resolved(homeRefuses ? unavailable('blocked') : deadLink)
      case 'missing':
        return resolved(deadLink)
      case 'landing':
        return resolved(landed(target.landing))
    }
  }
  return resolved(deadLink)
}

/** Returns where an answer leads, or its result. Some clients get a page in place of a redirect. */
function targetOf(answer: AskAnswer, asked: URL, links: PlatformLinks): RedirectTarget | Resolved {
  if (answer.kind === 'redirect') return leadingTo(answer.to, links)
  if (answer.kind === 'failed' || answer.status >= 400) return unresolved(answer)
  const targets = linksInPage(answer.text, asked)
    .filter(({ protocol }) => /^https?:$/.test(protocol))
    .map((link) => leadingTo(link, links))
  const target = targets.find(({ kind }) => kind === 'post') ?? targets[0]
  // Most pages have a link to sign in, which isn't where this one leads.
  return target === undefined || target.kind === 'login' ? unresolved(answer) : target
}

/** Also finds the post that the sign-in page is in front of. */
function leadingTo(to: URL, links: PlatformLinks): RedirectTarget {
  const target = readTarget(to, links)
  const ref = target.kind === 'login' || target.kind === 'home' ? postBehind(to, links) : null
  return ref === null ? target : { kind: 'post', ref }
}

function landed(landing: Landing) {
  const reason = landing === 'private' ? 'private' : 'unsupported'
  return failed({ ...notFound(reason, 'short link').failure, landing })
}
