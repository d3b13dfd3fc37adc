import { notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import {
  deadLink,
  readAnswer,
  resolved,
  unresolved,
} from '#app/download/platforms/answer-failure.ts'
import { foundPost } from '#app/download/platforms/found-post.ts'
import type { ShortRef } from '#app/download/platforms/link.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import { navigationHeaders as headers } from '#app/download/platforms/navigation.ts'
import type {
  Ask,
  AskAnswer,
  PlatformAdapter,
  Resolved,
} from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { facebookLinks } from './link.ts'
import { type FacebookReading, facebookHosts, pageHost, readEmbed, readPage } from './post.ts'

const maxBytes = 3 * 1024 * 1024
const mostHops = 2
const usualWaitSeconds = 600
const refusedMs = 10 * minuteMs

/**
 * Reads a video from the official embed's page, or else from its own: creators can forbid embedding,
 * and then the first one has no files.
 */
async function read(id: string, ask: Ask): Promise<LookupResult> {
  const own = `https://${pageHost}/reel/${id}`
  const embed = `https://${pageHost}/plugins/video.php?href=${encodeURIComponent(own)}`
  const first = judge(await ask(embed, { headers, maxBytes }), (html) => readEmbed(html, id))
  // A refusal or an outage would be the same at the other page.
  const isOpen =
    !first.ok &&
    (first.failure.kind === 'not_found' ||
      (first.failure.kind === 'unavailable' && first.failure.cause === 'shape'))
  if (!isOpen) return first
  const second = judge(await ask(own, { headers, maxBytes }), (html) => readPage(html, id))
  const saysNothing = !second.ok && second.failure.kind === 'not_found'
  return saysNothing && first.failure.kind === 'unavailable' ? first : second
}

function judge(answer: AskAnswer, readHtml: (html: string) => FacebookReading): LookupResult {
  if (answer.kind === 'redirect') return unavailable(isRefusal(answer.to) ? 'blocked' : 'shape')
  // For headers that no browser sends.
  if (answer.kind === 'answer' && answer.status === 400) return unavailable('shape')
  return readAnswer(answer, usualWaitSeconds, (html) => judgePage(readHtml(html)))
}

function judgePage(reading: FacebookReading): LookupResult {
  switch (reading.kind) {
    case 'post':
      return foundPost('facebook', reading.post)
    case 'login':
      return unavailable('blocked')
    // Private and removed videos look the same.
    case 'none':
      return notFound('unknown')
    case 'shape':
      return unavailable('shape')
  }
}

/** True for where the site sends those whom it refuses: to sign in, or to prove who they are. */
function isRefusal({ pathname }: URL): boolean {
  return pathname === '/' || /^\/(?:login|checkpoint|consent)/.test(pathname)
}

/** Follows a share link. On the way to the sign-in page it names the post, too. */
async function resolve(ref: ShortRef, ask: Ask): Promise<Resolved> {
  let link = facebookLinks.url(ref)
  for (let hop = 0; hop < mostHops; hop += 1) {
    const answer = await ask(link, { headers, maxBytes })
    if (answer.kind !== 'redirect') return unresolved(answer)
    const { to } = answer
    const target = isRefusal(to) ? URL.parse(to.searchParams.get('next') ?? '') : to
    if (target === null) return resolved(unavailable('blocked'))
    const isOwn = facebookLinks.isHost(target.hostname) && facebookLinks.isHost(to.hostname)
    const parsed = isOwn ? facebookLinks.parse(target) : null
    if (parsed?.ok !== true) return resolved(notFound('unsupported', 'short link'))
    if (parsed.ref.kind === 'post') return { kind: 'post', ref: parsed.ref }
    if (target !== to) return resolved(unavailable('blocked'))
    link = facebookLinks.url(parsed.ref)
  }
  return resolved(deadLink)
}

const adapter: PlatformAdapter = {
  platform: 'facebook',
  read: ({ postId }, ask) => read(splitKey(postId).id, ask),
  resolve,
  canaries: [
    'https://www.facebook.com/reel/730293269054758',
    'https://www.facebook.com/watch/?v=883839773514682',
  ],
  refusedMs,
  missing: refOfKey(platformKey('facebook', '99999999999999999999')),
}

export const facebook = { adapter, hosts: facebookHosts }
