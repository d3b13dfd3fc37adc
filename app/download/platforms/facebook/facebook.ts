import { notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import { readAnswer } from '#app/download/platforms/answer-failure.ts'
import { followLink } from '#app/download/platforms/follow-link.ts'
import { foundPost } from '#app/download/platforms/found-post.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import { navigationHeaders as headers } from '#app/download/platforms/navigation.ts'
import type { Ask, AskAnswer, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import { awayFromPost, readTarget } from '#app/download/platforms/redirects.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { facebookLinks } from './link.ts'
import { type FacebookReading, facebookHosts, pageHost, readEmbed, readPage } from './post.ts'

const maxBytes = 3 * 1024 * 1024
const usualWaitSeconds = 600
const refusedMs = 10 * minuteMs

/**
 * Reads a video from the official embed's page, or else from its own: creators can forbid
 * embedding, and then the first one has no files.
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
  const second = judge(await askOwn(id, ask), (html) => readPage(html, id))
  const saysNothing = !second.ok && second.failure.kind === 'not_found'
  return saysNothing && first.failure.kind === 'unavailable' ? first : second
}

/** Requests a video's own page. Those that aren't reels have theirs at another address. */
async function askOwn(id: string, ask: Ask): Promise<AskAnswer> {
  const answer = await ask(`https://${pageHost}/reel/${id}`, { headers, maxBytes })
  const target = answer.kind === 'redirect' ? readTarget(answer.to, facebookLinks) : null
  const isSame = target?.kind === 'post' && splitKey(target.ref.postId).id === id
  return isSame ? ask(`https://${pageHost}/watch/?v=${id}`, { headers, maxBytes }) : answer
}

function judge(answer: AskAnswer, readHtml: (html: string) => FacebookReading): LookupResult {
  if (answer.kind === 'redirect') return awayFromPost(answer.to, { links: facebookLinks })
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

const adapter: PlatformAdapter = {
  platform: 'facebook',
  read: ({ postId }, ask) => read(splitKey(postId).id, ask),
  // On the way to the sign-in page it names the post, too.
  resolve: (ref, ask) =>
    followLink(ref, ask, { links: facebookLinks, request: { headers, maxBytes } }),
  canaries: [
    'https://www.facebook.com/reel/730293269054758',
    'https://www.facebook.com/watch/?v=883839773514682',
  ],
  refusedMs,
  missing: refOfKey(platformKey('facebook', '99999999999999999999')),
}

export const facebook = { adapter, hosts: facebookHosts }
