import { notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import { readAnswer, resolved } from '#app/download/platforms/answer-failure.ts'
import { foundPost } from '#app/download/platforms/found-post.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import type { Ask, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import { awayFromPost } from '#app/download/platforms/redirects.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { streamableLinks } from './link.ts'
import { addressOf, apiHost, readVideo, streamableHosts } from './post.ts'

const headers = { accept: 'application/json', 'user-agent': 'Cleanclip/1.0' }
const usualWaitSeconds = 60

async function read(code: string, ask: Ask): Promise<LookupResult> {
  const answer = await ask(addressOf(code), { headers })
  if (answer.kind === 'redirect') {
    return awayFromPost(answer.to, { links: streamableLinks, dataHost: apiHost })
  }
  // Videos behind a password are answered like those that don't exist.
  if (answer.kind === 'answer' && answer.status === 401) return notFound('private')
  return readAnswer(answer, usualWaitSeconds, (text) => judge(text, code))
}

function judge(text: string, code: string): LookupResult {
  const reading = readVideo(text, code)
  switch (reading.kind) {
    case 'post':
      return foundPost('streamable', reading.post)
    case 'unready':
      return unavailable('incomplete_answer')
    case 'failed':
      return notFound('gone', 'failed upload')
    case 'shape':
      return unavailable('shape')
  }
}

const adapter: PlatformAdapter = {
  platform: 'streamable',
  read: ({ postId }, ask) => read(splitKey(postId).id, ask),
  // It has no short links.
  resolve: async () => resolved(notFound('unsupported')),
  canaries: ['https://streamable.com/moo', 'https://streamable.com/dnd1'],
  missing: refOfKey(platformKey('streamable', 'zzzzzzzzzzzz')),
}

export const streamable = { adapter, hosts: streamableHosts }
