import { z } from 'zod'
import { notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import {
  count,
  findObject,
  isObject,
  listOf,
  parseJson,
  text,
} from '#app/download/platforms/answer-json.ts'
import { foundPost } from '#app/download/platforms/found-post.ts'
import type { LookupResult, NotFoundReason } from '#app/posts/extracted-post.server.ts'
import { isDid, isHostName } from './did.ts'
import { filesOf } from './files.ts'

/** `actor` is an account's identifier, or its handle in lower case. */
export type AskedPost = { actor: string; rkey: string }

const Labels = listOf(z.object({ val: z.string(), neg: z.boolean().catch(false) }))

const Post = z.object({
  uri: z.string(),
  author: z.object({ did: z.string(), handle: text, displayName: text, labels: Labels }),
  record: z
    .object({ text, createdAt: text, embed: z.unknown().optional() })
    .catch({ text: null, createdAt: null, embed: null }),
  embed: z.unknown().optional(),
  labels: Labels,
  likeCount: count,
  replyCount: count,
  repostCount: count,
})

type Post = z.infer<typeof Post>

const Refusal = z.object({ error: text, message: text })

/** An account's handle while Bluesky can't check it. */
const uncheckedHandle = 'handle.invalid'
const adultLabels = new Set(['porn', 'sexual', 'nudity', 'graphic-media'])
/** The first one that a post or its author has. */
const closingLabels: readonly (readonly [label: string, reason: NotFoundReason])[] = [
  ['!takedown', 'gone'],
  ['!hide', 'restricted'],
  // The author asks that only people who are signed in see it.
  ['!no-unauthenticated', 'private'],
]

/** Reads the asked post, and no other post in the answer. Never throws. */
export function readThread(answer: string, asked: AskedPost): LookupResult {
  const json = parseJson(answer)
  const found = findObject(json, (value) => isPost(value) && isAsked(value, asked))
  const post = Post.safeParse(found)
  if (post.success) return postOf(post.data, asked)
  const thread = isObject(json) && isObject(json.thread) ? String(json.thread.$type) : ''
  if (thread.endsWith('#notFoundPost')) return notFound('gone')
  if (thread.endsWith('#blockedPost')) return notFound('restricted', 'blocked')
  return unavailable('shape')
}

/** Reads why there is no post. Never throws. */
export function readRefusal(answer: string): LookupResult {
  const { error, message } = Refusal.safeParse(parseJson(answer)).data ?? {}
  const code = `${error ?? ''} ${message ?? ''}`.trim().slice(0, 200)
  const isGone =
    error === 'NotFound' ||
    /^(?:Account|Repo)(?:Takedown|Takendown|Suspended|Deactivated)$/.test(error ?? '') ||
    (error === 'InvalidRequest' &&
      /resolve handle|not found|suspended|deactivated|taken down/i.test(message ?? ''))
  return isGone ? notFound('gone', code) : unavailable('bad_answer')
}

function isPost(value: Record<string, unknown>): boolean {
  return 'record' in value || 'embed' in value
}

function isAsked({ uri, author }: Record<string, unknown>, { actor, rkey }: AskedPost): boolean {
  const { did, handle } = isObject(author) ? author : {}
  if (typeof did !== 'string' || !isDid(did)) return false
  if (uri !== `at://${did}/app.bsky.feed.post/${rkey}`) return false
  if (isDid(actor)) return did === actor
  const name = typeof handle === 'string' ? handle.toLowerCase() : ''
  return name === actor || name === uncheckedHandle
}

function postOf(post: Post, { rkey }: AskedPost): LookupResult {
  const { author, record } = post
  const labels = [...post.labels, ...author.labels].filter(({ neg }) => !neg)
  const has = (label: string) => labels.some(({ val }) => val === label)
  const closed = closingLabels.find(([label]) => has(label))
  if (closed !== undefined) return notFound(closed[1], closed[0])
  const files = filesOf(author.did, post.embed, record.embed)
  if (files === null) return notFound('unsupported', 'text only')
  if (files === 'foreign') return notFound('unsupported', 'another site')
  const handle = author.handle?.toLowerCase() ?? ''
  return foundPost('bluesky', {
    id: `${author.did}:${rkey}`,
    title: record.text ?? '',
    author: {
      handle: isHostName(handle) && handle !== uncheckedHandle ? handle : null,
      name: author.displayName,
    },
    ...files,
    isSensitive: labels.some(({ val }) => adultLabels.has(val)),
    postedAt: dateOf(record.createdAt),
    counts: {
      plays: null,
      likes: post.likeCount,
      comments: post.replyCount,
      shares: post.repostCount,
    },
  })
}

function dateOf(created: string | null): Date | null {
  const date = new Date(created ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}
