import { notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import { readAnswer, resolved, unresolved } from '#app/download/platforms/answer-failure.ts'
import { foundPost } from '#app/download/platforms/found-post.ts'
import type { ShortRef } from '#app/download/platforms/link.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import { navigationHeaders as headers } from '#app/download/platforms/navigation.ts'
import type { Ask, PlatformAdapter, Resolved } from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { snapchatLinks } from './link.ts'
import { pageHost, readPage, snapchatHosts } from './post.ts'

const maxBytes = 3 * 1024 * 1024
const usualWaitSeconds = 60
/** Addresses of its files work for an unknown time. */
const keptMs = hourMs

async function read(postId: string, ask: Ask): Promise<LookupResult> {
  const { id } = splitKey(postId)
  const judge = (html: string) => judgePage(html, id)
  const answer = await ask(`https://${pageHost}/spotlight/${id}`, { headers, maxBytes })
  if (answer.kind !== 'redirect') return readAnswer(answer, usualWaitSeconds, judge)
  const { to } = answer
  if (isRefusal(to)) return unavailable('blocked')
  const parsed = snapchatLinks.isHost(to.hostname) ? snapchatLinks.parse(to) : null
  // To the same clip below its creator's name, at most once.
  if (parsed?.ok !== true || parsed.ref.kind !== 'post' || parsed.ref.postId !== postId) {
    return notFound('gone', 'redirect')
  }
  const { user } = parsed.ref
  if (user === null) return unavailable('shape')
  const second = await ask(`https://${pageHost}/@${user}/spotlight/${id}`, { headers, maxBytes })
  if (second.kind === 'redirect') return unavailable('shape')
  return readAnswer(second, usualWaitSeconds, judge)
}

function isRefusal({ pathname, hostname }: URL): boolean {
  return /^\/(?:accounts|login)/.test(pathname) || hostname === 'accounts.snapchat.com'
}

function judgePage(html: string, id: string): LookupResult {
  const reading = readPage(html, id)
  switch (reading.kind) {
    case 'post':
      return foundPost('snapchat', { ...reading.post, expiresAt: new Date(Date.now() + keptMs) })
    case 'gone':
      return notFound('gone')
    case 'shape':
      return unavailable('shape')
  }
}

async function resolve(ref: ShortRef, ask: Ask): Promise<Resolved> {
  const answer = await ask(snapchatLinks.url(ref), { headers })
  if (answer.kind !== 'redirect') return unresolved(answer)
  const { to } = answer
  const parsed = snapchatLinks.isHost(to.hostname) ? snapchatLinks.parse(to) : null
  if (parsed?.ok && parsed.ref.kind === 'post') return { kind: 'post', ref: parsed.ref }
  return resolved(isRefusal(to) ? unavailable('blocked') : notFound('unsupported', 'short link'))
}

const adapter: PlatformAdapter = {
  platform: 'snapchat',
  read: ({ postId }, ask) => read(postId, ask),
  resolve,
  canaries: [
    'https://www.snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPwAAYcnVjYWdwcGV1AZEaIYn5AZEaIYnrAAAAAQ',
  ],
  missing: refOfKey(
    platformKey('snapchat', 'W7_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX'),
  ),
}

export const snapchat = { adapter, hosts: snapchatHosts }
