import { failed } from '#app/download/extraction/lookup-result.ts'
import { readAnswer, resolved } from '#app/download/platforms/answer-failure.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import type { Ask, AskAnswer, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import { awayFromPost } from '#app/download/platforms/redirects.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { splitPostId } from './did.ts'
import { blueskyHosts, ownName, postsHost } from './hosts.ts'
import { blueskyLinks } from './link.ts'
import { type AskedPost, readRefusal, readThread } from './post.ts'

const usualWaitSeconds = 60
const longestWaitSeconds = 600

/** Reads a post by one request of Bluesky's public API, by its account's identifier or handle. */
async function read(asked: AskedPost, ask: Ask): Promise<LookupResult> {
  const uri = `at://${asked.actor}/app.bsky.feed.post/${asked.rkey}`
  const answer = await ask(
    `https://${postsHost}/xrpc/app.bsky.feed.getPostThread?uri=${uri}&depth=0&parentHeight=0`,
    { headers: { accept: 'application/json', ...ownName } },
  )
  if (answer.kind === 'failed') return failed(answer.failure)
  if (answer.kind === 'redirect') {
    return awayFromPost(answer.to, { links: blueskyLinks, dataHost: postsHost })
  }
  if (answer.status === 400 || answer.status === 404) return readRefusal(answer.text)
  if (answer.status === 429) {
    return failed({ kind: 'rate_limited', retryAfterSeconds: waitOf(answer) })
  }
  return readAnswer(answer, usualWaitSeconds, (text) => readThread(text, asked))
}

/** Returns seconds until Bluesky answers again; its own header names the time in Unix seconds. */
function waitOf({ header, retryAfterSeconds }: Extract<AskAnswer, { kind: 'answer' }>): number {
  const reset = header('ratelimit-reset') ?? ''
  const untilReset = /^\d{1,12}$/.test(reset) ? Math.ceil(Number(reset) - Date.now() / 1000) : null
  const seconds = retryAfterSeconds ?? untilReset ?? usualWaitSeconds
  return Math.min(longestWaitSeconds, Math.max(1, seconds))
}

const adapter: PlatformAdapter = {
  platform: 'bluesky',
  async read({ postId }, ask) {
    const id = splitPostId(splitKey(postId).id)
    if (id === null) return failed({ kind: 'not_found', reason: 'gone' })
    return read({ actor: id.did, rkey: id.rkey }, ask)
  },
  // The API takes a handle as well, so its answer is the post's already.
  async resolve({ code }, ask) {
    const [actor = '', rkey = ''] = code.split('/')
    return resolved(await read({ actor, rkey }, ask))
  },
  canaries: [
    'https://bsky.app/profile/did:plc:pzdr5ylumf7vmvwasrpr5bf2/post/3l4omssdl632g',
    'https://bsky.app/profile/did:plc:ywbm3iywnhzep3ckt6efhoh7/post/3l3wonhk23g2i',
  ],
  // Keys are times, and this one's is 1970.
  missing: refOfKey(platformKey('bluesky', 'did:plc:z72i7hdynmk6r22z27h6tvur:2222222222222')),
}

export const bluesky = { adapter, hosts: blueskyHosts }
