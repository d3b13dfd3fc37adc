import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import { statusFailure } from '#app/download/platforms/answer-failure.ts'
import { followLink } from '#app/download/platforms/follow-link.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import type { Ask, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import { awayFromPost } from '#app/download/platforms/redirects.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { postsHost, xHosts } from './hosts.ts'
import { xLinks } from './link.ts'
import { readTweet } from './post.ts'

const agent = { 'user-agent': 'Cleanclip/1.0' }
const headers = { accept: 'application/json', ...agent }
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
      return awayFromPost(answer.to, { links: xLinks, dataHost: postsHost })
    }
    const refusal = statusFailure(answer, usualWaitSeconds)
    if (refusal !== null) return refusal
    if (answer.text.trim() !== '') return readTweet(answer.text, id)
  }
  return unavailable('shape')
}

const adapter: PlatformAdapter = {
  platform: 'x',
  read: ({ postId }, ask) => read(splitKey(postId).id, ask),
  resolve: (ref, ask) => followLink(ref, ask, { links: xLinks, request: { headers: agent } }),
  canaries: [
    'https://x.com/captainamerica/status/719944021058060289',
    'https://x.com/starwars/status/665052190608723968',
  ],
  // Ids begin with their time, and this one's is in 2078.
  missing: refOfKey(platformKey('x', '9000000000000000001')),
}

export const x = { adapter, hosts: xHosts }
