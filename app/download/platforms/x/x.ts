import { failed, notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import {
  deadLink,
  resolved,
  statusFailure,
  unresolved,
} from '#app/download/platforms/answer-failure.ts'
import type { Landing, ParsedLink, ShortRef } from '#app/download/platforms/link.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import { linksInPage } from '#app/download/platforms/page-links.ts'
import type {
  Ask,
  AskAnswer,
  PlatformAdapter,
  Resolved,
} from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { postsHost, xHosts } from './hosts.ts'
import { isOwnHost, xLinks } from './link.ts'
import { readTweet } from './post.ts'

const mostHops = 3
const headers = { accept: 'application/json', 'user-agent': 'Cleanclip/1.0' }
const usualWaitSeconds = 60

/** Returns the answer's address for a post. Only in `token` the id is a number, which rounds it. */
function addressOf(id: string): string {
  const token = ((Number(id) / 1e15) * Math.PI).toString(36).replace(/0+|\./g, '')
  return `https://${postsHost}/tweet-result?id=${id}&token=${token}&lang=en`
}

/** Reads a post, once more if the answer is empty. */
async function read(id: string, ask: Ask): Promise<LookupResult> {
  for (let asked = 0; asked < 2; asked += 1) {
    const answer = await ask(addressOf(id), { headers })
    if (answer.kind === 'failed') return failed(answer.failure)
    if (answer.kind === 'redirect') {
      return unavailable(/login/.test(answer.to.pathname) ? 'blocked' : 'shape')
    }
    const refusal = statusFailure(answer, usualWaitSeconds)
    if (refusal !== null) return refusal
    if (answer.text.trim() !== '') return readTweet(answer.text, id)
  }
  return unavailable('shape')
}

/** Returns where a short link leads. Some clients get a page in place of the redirect. */
function targetOf(answer: AskAnswer): URL | Resolved {
  if (answer.kind === 'redirect') return answer.to
  const isPage = answer.kind === 'answer' && answer.status < 400
  const [link] = isPage ? linksInPage(answer.text, new URL('https://t.co')) : []
  return link ?? unresolved(answer)
}

/** Follows a short link, which can lead to any site, to a post of X alone. */
async function resolve(ref: ShortRef, ask: Ask): Promise<Resolved> {
  let link = xLinks.url(ref)
  for (let hop = 0; hop < mostHops; hop += 1) {
    const answer = await ask(link, { headers: { 'user-agent': headers['user-agent'] } })
    const to = targetOf(answer)
    if (!(to instanceof URL)) return to
    const isPlain = to.port === '' && to.username === '' && to.password === ''
    if (!isPlain || !isOwnHost(to.hostname)) return resolved(landed('elsewhere'))
    const parsed = xLinks.parse(to)
    if (!parsed.ok) return resolved(refused(parsed.reason))
    if (parsed.ref.kind === 'post') return { kind: 'post', ref: parsed.ref }
    link = xLinks.url(parsed.ref)
  }
  return resolved(deadLink)
}

function refused(reason: Extract<ParsedLink, { ok: false }>['reason']): LookupResult {
  if (reason === 'login') return notFound('private')
  const page = (['profile', 'live', 'tag', 'collection', 'discover', 'about'] as const).find(
    (one) => one === reason,
  )
  return landed(page ?? 'unknown_path')
}

function landed(landing: Landing): LookupResult {
  const platformCode = 'short link'
  return failed({ kind: 'not_found', reason: 'unsupported', platformCode, landing })
}

const adapter: PlatformAdapter = {
  platform: 'x',
  read: ({ postId }, ask) => read(splitKey(postId).id, ask),
  resolve,
  canaries: [
    'https://x.com/captainamerica/status/719944021058060289',
    'https://x.com/starwars/status/665052190608723968',
  ],
  // Ids begin with their time, and this one's is in 2078.
  missing: refOfKey(platformKey('x', '9000000000000000001')),
}

export const x = { adapter, hosts: xHosts }
