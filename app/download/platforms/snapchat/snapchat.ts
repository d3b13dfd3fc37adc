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
import { hourMs } from '#app/time/durations.ts'
import { snapchatLinks } from './link.ts'
import { pageHost, readPage, snapchatHosts } from './post.ts'

const maxBytes = 3 * 1024 * 1024
const usualWaitSeconds = 60
/** Addresses of its files work for an unknown time. */
const keptMs = hourMs
const site = { links: snapchatLinks }

async function read(postId: string, ask: Ask): Promise<LookupResult> {
  const { id } = splitKey(postId)
  const judge = (html: string) => judgePage(html, id)
  const answer = await ask(`https://${pageHost}/spotlight/${id}`, { headers, maxBytes })
  if (answer.kind !== 'redirect') return readAnswer(answer, usualWaitSeconds, judge)
  const target = readTarget(answer.to, snapchatLinks)
  const user = target.kind === 'post' && target.ref.postId === postId ? target.ref.user : null
  if (user === null) return awayFromPost(answer.to, site)
  // To the same clip below its creator's name, at most once.
  const second = await ask(`https://${pageHost}/@${user}/spotlight/${id}`, { headers, maxBytes })
  if (second.kind === 'redirect') return awayFromPost(second.to, site)
  return readAnswer(second, usualWaitSeconds, judge)
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

const adapter: PlatformAdapter = {
  platform: 'snapchat',
  read: ({ postId }, ask) => read(postId, ask),
  resolve: (ref, ask) => followLink(ref, ask, { ...site, request: { headers } }),
  canaries: [
    'https://www.snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPwAAYcnVjYWdwcGV1AZEaIYn5AZEaIYnrAAAAAQ',
  ],
  missing: refOfKey(
    platformKey('snapchat', 'W7_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX'),
  ),
}

export const snapchat = { adapter, hosts: snapchatHosts }
