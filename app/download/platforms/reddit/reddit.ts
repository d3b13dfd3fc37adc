import { failed, notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import { statusFailure } from '#app/download/platforms/answer-failure.ts'
import { followLink } from '#app/download/platforms/follow-link.ts'
import { foundPost, type PostFound } from '#app/download/platforms/found-post.ts'
import { refOfKey } from '#app/download/platforms/links.ts'
import type { Ask, AskAnswer, PlatformAdapter } from '#app/download/platforms/platform-adapter.ts'
import { platformKey, splitKey } from '#app/download/platforms/platform-key.ts'
import { awayFromPost, readTarget } from '#app/download/platforms/redirects.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { readFeed } from './feed.ts'
import { feedHost, redditHosts, videoHost } from './hosts.ts'
import { redditLinks, videoOf } from './link.ts'
import { readManifest } from './manifest.ts'

/** The site refuses programs that don't say who they are. */
const agent = { 'user-agent': 'Cleanclip/1.0 (self-hosted; saves single public posts on request)' }
const maxFeedBytes = 2 * 1024 * 1024
const maxManifestBytes = 256 * 1024
const usualWaitSeconds = 60
const longestRestSeconds = 600

async function read(postId: string, ask: Ask): Promise<LookupResult> {
  const { id } = splitKey(postId)
  const video = videoOf(id)
  const unknown = { title: '', author: { handle: null, name: null } }
  if (video !== null) return readVideo(video, { id, ...unknown }, ask)
  const headers = { ...agent, accept: 'application/atom+xml' }
  const request = { headers, maxBytes: maxFeedBytes }
  let answer = await ask(`https://${feedHost}/comments/${id}/.rss`, request)
  // To the same feed below its subreddit's name, at most once.
  if (answer.kind === 'redirect' && isFeedOf(answer.to, postId)) {
    answer = await ask(answer.to, request)
  }
  if (answer.kind === 'redirect') return awayFromPost(answer.to, { links: redditLinks })
  const failure = failureOf(answer)
  if (failure !== null) return failure
  const reading = readFeed(answer.kind === 'answer' ? answer.text : '', id)
  switch (reading.kind) {
    case 'video':
      return readVideo(reading.video, { id, ...reading.known }, ask)
    case 'clip':
      return foundPost('reddit', {
        id,
        ...reading.known,
        video: reading.file,
        isSilent: reading.isSilent,
      })
    case 'pictures':
      return foundPost('reddit', { id, ...reading.known, images: reading.pictures })
    case 'gone':
      return notFound('gone', 'removed')
    case 'nothing':
      return notFound('unsupported', reading.site)
    case 'shape':
      return unavailable('shape')
  }
}

/** Finds a video's files. Their host has no pace of its own to keep, and needs no feed. */
async function readVideo(video: string, known: PostFound, ask: Ask): Promise<LookupResult> {
  const headers = { ...agent, accept: 'application/dash+xml' }
  const answer = await ask(`https://${videoHost}/${video}/DASHPlaylist.mpd`, {
    headers,
    maxBytes: maxManifestBytes,
  })
  if (answer.kind === 'redirect') {
    return awayFromPost(answer.to, { links: redditLinks, dataHost: videoHost })
  }
  // The host's word for a file that isn't there.
  if (answer.kind === 'answer' && answer.status === 403) return notFound('gone', 'no manifest')
  const failure = failureOf(answer)
  if (failure !== null) return failure
  const text = answer.kind === 'answer' ? answer.text : ''
  const found = readManifest(text, video)
  if (found === null) {
    return text.includes('<Representation')
      ? notFound('unsupported', 'no H.264')
      : unavailable('shape')
  }
  return foundPost('reddit', { ...found, ...known, cover: known.cover ?? null })
}

/** Returns why an answer has nothing to read. Null if it has. */
function failureOf(answer: Exclude<AskAnswer, { kind: 'redirect' }>) {
  if (answer.kind === 'failed') return failed(answer.failure)
  return statusFailure(answer, secondsIn(answer.header('x-ratelimit-reset')) ?? usualWaitSeconds)
}

function isFeedOf(to: URL, postId: string): boolean {
  const target = readTarget(to, redditLinks)
  return target.kind === 'post' && target.ref.postId === postId && to.pathname.endsWith('/.rss')
}

/**
 * Milliseconds for which the site wants no further request, by its answer. Feeds that don't say are
 * asked for once a minute.
 */
function restMs({ hostname, pathname }: URL, header: (name: string) => string | null): number {
  if (hostname !== feedHost) return 0
  const left = Number.parseFloat(header('x-ratelimit-remaining') ?? '')
  if (left >= 1) return 0
  const seconds = secondsIn(header('x-ratelimit-reset')) ?? secondsIn(header('retry-after'))
  const isFeed = pathname.endsWith('.rss')
  return (seconds ?? (isFeed ? usualWaitSeconds : 0)) * 1000
}

function secondsIn(header: string | null): number | null {
  const seconds = /^\d{1,5}(?:\.\d{1,6})?$/.test(header ?? '') ? Math.ceil(Number(header)) : 0
  return seconds > 0 ? Math.min(seconds, longestRestSeconds) : null
}

const adapter: PlatformAdapter = {
  platform: 'reddit',
  read: ({ postId }, ask) => read(postId, ask),
  resolve: (ref, ask) =>
    followLink(ref, ask, { links: redditLinks, request: { headers: agent, method: 'HEAD' } }),
  canaries: ['https://v.redd.it/zv89llsvexdz', 'https://www.reddit.com/comments/6rrwyj/'],
  missing: refOfKey(platformKey('reddit', 'zzzzzzzzzz')),
}

export const reddit = { adapter, hosts: redditHosts, restMs }
