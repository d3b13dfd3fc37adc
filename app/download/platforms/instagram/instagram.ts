import { notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import { readAnswer, resolved, unresolved } from '#app/download/platforms/answer-failure.ts'
import { foundPost } from '#app/download/platforms/found-post.ts'
import type { ShortRef } from '#app/download/platforms/link.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import { navigationHeaders as headers } from '#app/download/platforms/navigation.ts'
import type { Ask, PlatformAdapter, Resolved } from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { embedHeaders, readEmbed } from './embed.ts'
import { instagramLinks } from './link.ts'
import { instagramHosts, pageHost, readPage } from './post.ts'

const maxBytes = 3 * 1024 * 1024
const usualWaitSeconds = 600
const refusedMs = 10 * minuteMs

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
  const { to } = answer
  if (isRefusal(to)) return unavailable('blocked')
  const parsed = instagramLinks.isHost(to.hostname) ? instagramLinks.parse(to) : null
  // From one form of the post's own link to another, at most once.
  if (parsed?.ok !== true || parsed.ref.kind !== 'post' || parsed.ref.postId !== postId) {
    return unavailable('shape')
  }
  const second = await ask(`https://${pageHost}/reel/${id}/`, { headers, maxBytes })
  if (second.kind !== 'redirect') return readAnswer(second, usualWaitSeconds, judge)
  return unavailable(isRefusal(second.to) ? 'blocked' : 'shape')
}

/** True for where the site sends those whom it refuses: to sign in, to its home page, to a test. */
function isRefusal({ pathname }: URL): boolean {
  return pathname === '/' || /^\/(?:accounts\/login|challenge|consent)/.test(pathname)
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

/** Follows a share link once: the site sends most servers to its sign-in page instead. */
async function resolve(ref: ShortRef, ask: Ask): Promise<Resolved> {
  const answer = await ask(instagramLinks.url(ref), { headers, maxBytes })
  if (answer.kind !== 'redirect') return unresolved(answer)
  const { to } = answer
  if (isRefusal(to)) return resolved(unavailable('blocked'))
  const parsed = instagramLinks.isHost(to.hostname) ? instagramLinks.parse(to) : null
  if (parsed?.ok && parsed.ref.kind === 'post') return { kind: 'post', ref: parsed.ref }
  const isPrivate = parsed?.ok === false && parsed.reason === 'private'
  return resolved(notFound(isPrivate ? 'private' : 'unsupported', 'short link'))
}

const adapter: PlatformAdapter = {
  platform: 'instagram',
  read: ({ postId }, ask) => read(postId, ask),
  resolve,
  canaries: [
    'https://www.instagram.com/reel/DFQe23tOWKz/',
    'https://www.instagram.com/p/CvYrSgnsKjv/',
  ],
  refusedMs,
  missing: refOfKey(platformKey('instagram', 'XXXXXXXXXXX')),
}

export const instagram = { adapter, hosts: instagramHosts }
