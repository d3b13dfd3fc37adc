import { notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import { readAnswer } from '#app/download/platforms/answer-failure.ts'
import { followLink } from '#app/download/platforms/follow-link.ts'
import { foundPost } from '#app/download/platforms/found-post.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import { navigationHeaders as headers } from '#app/download/platforms/navigation.ts'
import type { Ask, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import { awayFromPost, readTarget } from '#app/download/platforms/redirects.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { embedHeaders, readEmbed } from './embed.ts'
import { instagramLinks } from './link.ts'
import { instagramHosts, pageHost, readPage } from './post.ts'

const maxBytes = 3 * 1024 * 1024
const usualWaitSeconds = 600
const refusedMs = 10 * minuteMs
/** Those whom the site refuses are sent to its home page, too. */
const site = { links: instagramLinks, homeRefuses: true }

/**
 * Reads a post from its own page, or else from the official embed's, if the first one says neither
 * what the post has nor why it has nothing.
 */
async function read(postId: string, ask: Ask): Promise<LookupResult> {
  const { id } = splitKey(postId)
  let saysNothing = false
  const result = await readOwn(postId, ask, (html) => {
    const judged = judgePage(html, id)
    saysNothing = !judged.ok && judged.failure.kind === 'unavailable'
    return judged
  })
  if (!saysNothing) return result
  const address = `https://${pageHost}/p/${id}/embed/`
  const answer = await ask(address, { headers: embedHeaders, maxBytes })
  const isPage = answer.kind === 'answer' && answer.status === 200
  const post = isPage ? readEmbed(answer.text, id) : null
  return post === null ? result : foundPost('instagram', post)
}

async function readOwn(
  postId: string,
  ask: Ask,
  judge: (html: string) => LookupResult,
): Promise<LookupResult> {
  const { id } = splitKey(postId)
  const answer = await ask(`https://${pageHost}/p/${id}/`, { headers, maxBytes })
  if (answer.kind !== 'redirect') return readAnswer(answer, usualWaitSeconds, judge)
  const target = readTarget(answer.to, instagramLinks)
  // From one form of the post's own link to another, at most once.
  const isSame = target.kind === 'post' && target.ref.postId === postId
  if (!isSame) return awayFromPost(answer.to, site)
  const second = await ask(`https://${pageHost}/reel/${id}/`, { headers, maxBytes })
  if (second.kind !== 'redirect') return readAnswer(second, usualWaitSeconds, judge)
  return awayFromPost(second.to, site)
}

function judgePage(html: string, id: string): LookupResult {
  const reading = readPage(html, id)
  switch (reading.kind) {
    case 'post':
      return foundPost('instagram', reading.post)
    case 'gated':
      return notFound('age', `gated ${reading.ruling}`.slice(0, 200))
    case 'gone':
      return notFound('gone')
    case 'shell':
      return unavailable('blocked')
    case 'shape':
      return unavailable('shape')
  }
}

const adapter: PlatformAdapter = {
  platform: 'instagram',
  read: ({ postId }, ask) => read(postId, ask),
  // The site sends most servers from share links to its sign-in page.
  resolve: (ref, ask) => followLink(ref, ask, { ...site, request: { headers, maxBytes } }),
  canaries: [
    'https://www.instagram.com/reel/DFQe23tOWKz/',
    'https://www.instagram.com/p/CvYrSgnsKjv/',
  ],
  refusedMs,
  missing: refOfKey(platformKey('instagram', 'XXXXXXXXXXX')),
}

export const instagram = { adapter, hosts: instagramHosts }
