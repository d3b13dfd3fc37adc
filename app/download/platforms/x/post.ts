import { z } from 'zod'
import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import {
  count,
  findObject,
  flag,
  isObject,
  listOf,
  parseJson,
  text,
} from '#app/download/platforms/answer-json.ts'
import { foundPost } from '#app/download/platforms/found-post.ts'
import type { LookupResult, NotFoundReason } from '#app/posts/extracted-post.server.ts'
import { isLost } from '#app/posts/lost-files.ts'
import { filesOf, Media, Photo, Video } from './files.ts'

const Tweet = z.object({
  text,
  created_at: text,
  display_text_range: z.tuple([z.int(), z.int()]).nullable().catch(null),
  user: z.object({ name: text, screen_name: text }).catch({ name: null, screen_name: null }),
  possibly_sensitive: flag,
  favorite_count: count,
  conversation_count: count,
  mediaDetails: listOf(Media),
  video: Video,
  photos: listOf(Photo),
  quoted_tweet: z.unknown().optional(),
})

type Tweet = z.infer<typeof Tweet>

const Tombstone = z.object({
  text: z.object({ text }).nullable().catch(null),
})

/** Meanings of the sentences in place of a post, the first match first. */
const sentences: readonly (readonly [sentence: RegExp, reason: NotFoundReason])[] = [
  [/age.?restricted|adult content|under 18/i, 'age'],
  [/limits who can|protected/i, 'private'],
  [/withheld|in your country|legal demand/i, 'region'],
  [/deleted|no longer exists|suspended|unavailable|not available/i, 'gone'],
]

/** Reads the answer about the post with the id, and no other post in it. Never throws. */
export function readTweet(answer: string, id: string): LookupResult {
  const json = parseJson(answer)
  if (!isObject(json)) return unavailable('shape')
  if (Object.keys(json).length === 0) return failed({ kind: 'not_found', reason: 'gone' })
  const found = findObject(json, (value) => value.id_str === id && isTweet(value))
  const tweet = Tweet.safeParse(found)
  if (tweet.success) return postOf(tweet.data, id)
  if (json.__typename === 'TweetTombstone' || 'tombstone' in json) {
    return failed({ kind: 'not_found', ...guarded(json.tombstone) })
  }
  return unavailable('shape')
}

function isTweet(value: Record<string, unknown>): boolean {
  return 'mediaDetails' in value || 'text' in value || 'user' in value
}

/** Without a sentence it is a post for adults, which guests don't get. */
function guarded(tombstone: unknown): { reason: NotFoundReason; platformCode: string } {
  const sentence = Tombstone.safeParse(tombstone).data?.text?.text ?? ''
  const reason = sentences.find(([pattern]) => pattern.test(sentence))?.[1]
  return {
    reason: reason ?? (sentence === '' ? 'age' : 'restricted'),
    platformCode: `tombstone ${sentence}`.trim().slice(0, 200),
  }
}

function postOf(tweet: Tweet, id: string): LookupResult {
  const own = filesOf(tweet)
  const quoted = own.isEmpty ? Tweet.safeParse(tweet.quoted_tweet).data : undefined
  const files = quoted === undefined ? own : filesOf(quoted)
  const [first, ...moreVideos] = files.videos
  if (first === undefined && files.images.every(isLost)) {
    const { reason, platformCode } = files.nothing
    return failed({ kind: 'not_found', reason, platformCode })
  }
  const { user } = tweet
  return foundPost('x', {
    id,
    title: titleOf(tweet),
    author: {
      handle: /^\w{1,20}$/.test(user.screen_name ?? '') ? user.screen_name : null,
      name: user.name,
    },
    ...first,
    cover: first?.cover ?? files.images.find((image) => !isLost(image)) ?? null,
    moreVideos,
    images: files.images,
    ...files.order,
    isSensitive: tweet.possibly_sensitive || quoted?.possibly_sensitive === true,
    postedAt: dateOf(tweet.created_at),
    counts: {
      plays: null,
      likes: tweet.favorite_count,
      comments: tweet.conversation_count,
      shares: null,
    },
  })
}

/** Returns the text that X shows: without the names a reply starts with and the files' own link. */
function titleOf({ text: whole, display_text_range: range }: Tweet): string {
  const shown =
    range === null
      ? (whole ?? '')
      : Array.from(whole ?? '')
          .slice(range[0], range[1])
          .join('')
  return shown
    .replace(/(?:\s*https:\/\/t\.co\/\w{1,20})+\s*$/, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function dateOf(created: string | null): Date | null {
  const date = new Date(created ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
