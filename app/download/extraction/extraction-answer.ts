import { z } from 'zod'
import type { ExtractedPost, LookupFailure, MediaFile } from '#app/posts/extracted-post.server.ts'
import { parsePostLink, postedAt } from '#app/posts/post-link.ts'
import { failed, unavailable } from './lookup-result.ts'

export type AnswerContext = {
  /** Where the answer came from; relative addresses are resolved against its origin. */
  endpoint: URL
  /** The post that was asked for, null for a short link, whose post only the answer names. */
  askedPostId: string | null
}

export type AnswerReading =
  | { ok: true; post: ExtractedPost }
  | { ok: false; failure: LookupFailure }

export const textLimits = { title: 2000, name: 200, images: 100, address: 8192 } as const

const maxMessage = 500
const perSecondWaitSeconds = 2

// Whatever is not of the expected type counts as not said, so that one odd field spoils nothing.
const maybeText = z.string().nullable().catch(null)
const count = z.int().nonnegative().nullable().catch(null)
const size = z.int().positive().nullable().catch(null)

const Author = z
  .object({
    unique_id: z
      .string()
      .regex(/^[\w.-]{1,80}$/)
      .nullable()
      .catch(null),
    nickname: maybeText,
  })
  .catch({ unique_id: null, nickname: null })

const Data = z.object({
  id: maybeText,
  region: z
    .string()
    .regex(/^[A-Za-z]{2,3}$/)
    .nullable()
    .catch(null),
  title: maybeText,
  cover: maybeText,
  origin_cover: maybeText,
  duration: z.number().positive().max(86_400).nullable().catch(null),
  play: maybeText,
  hdplay: maybeText,
  music: maybeText,
  size,
  hd_size: size,
  play_count: count,
  digg_count: count,
  comment_count: count,
  share_count: count,
  create_time: z.int().positive().max(100_000_000_000).nullable().catch(null),
  author: Author,
  images: z.array(z.unknown()).catch([]),
})

const Answer = z.object({
  code: z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,9}$/)
      .transform(Number),
  ]),
  msg: z.string().catch(''),
  data: z.unknown().optional(),
})

/**
 * Reads the extraction service's answer. What comes out is bounded and holds known fields only;
 * texts stay as the creator wrote them, but for control characters. Never throws.
 *
 * Failures: `bad_answer` when the text is not such an answer at all (HTML, cut JSON);
 * `incomplete_answer` when it is one but holds no file or names another post; a code other than 0
 * as its message says. An unknown message counts as `not_found`, as SPEC section 8 has one text for
 * all of them.
 */
export function readAnswer(text: string, context: AnswerContext): AnswerReading {
  const answer = Answer.safeParse(parseJson(text))
  if (!answer.success) return unavailable('bad_answer')
  if (answer.data.code !== 0) return failed(readRefusal(answer.data.msg))
  const data = Data.safeParse(answer.data.data)
  const post = data.success ? readPost(data.data, context) : null
  return post === null ? unavailable('incomplete_answer') : { ok: true, post }
}

/** Undefined when it is no JSON. Ids given as numbers become strings before they can be rounded. */
function parseJson(text: string): unknown {
  const keepIds = (key: string, value: unknown, context?: { source?: string }) =>
    key === 'id' && typeof value === 'number' ? (context?.source ?? null) : value
  try {
    return JSON.parse(text, keepIds)
  } catch {
    return undefined
  }
}

function readRefusal(message: string): LookupFailure {
  // Words with an address or a name in them may quote the link, whose author chose the name.
  const words = message
    .slice(0, maxMessage)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !word.includes('@') && !word.includes('://'))
    .join(' ')
  if (words.includes('parsing is failed')) return { kind: 'not_found', reason: 'unknown' }
  const isLimit = words.includes('limit')
  if ((isLimit && words.includes('day')) || /\bday\b|\bdaily\b/.test(words)) {
    return { kind: 'daily_limit', retryAfterSeconds: null }
  }
  if (isLimit) return { kind: 'rate_limited', retryAfterSeconds: perSecondWaitSeconds }
  return { kind: 'not_found', reason: 'unknown' }
}

function readPost(data: z.infer<typeof Data>, context: AnswerContext): ExtractedPost | null {
  const postId = choosePostId(data.id, context.askedPostId)
  const address = (value: unknown) => readAddress(value, context.endpoint)
  const play = address(data.play)
  // A slideshow's play addresses lead to its sound.
  const isSlideshow = data.images.length > 0
  const images = data.images.slice(0, textLimits.images).map(address).filter(isPresent)
  if (postId === null || (isSlideshow ? images.length === 0 : play === null)) return null

  const hdUrl = isSlideshow ? null : address(data.hdplay)
  const sound = isSlideshow ? soundOf(play, data.size, address(data.music)) : null
  const video = isSlideshow ? null : fileOf('play', play, data.size)
  const hd = hdUrl === play ? null : fileOf('hdplay', hdUrl, data.hd_size)
  const cover = fileOf('cover', address(data.cover) ?? address(data.origin_cover), null)
  const pictures = images.map((url, index) => fileOf(`image-${index + 1}`, url, null))
  const files = [video, hd, sound, cover, ...pictures].filter(isPresent)

  return {
    source: 'service',
    platform: 'tiktok',
    fetchedAt: new Date(),
    postId,
    title: plainText(data.title, textLimits.title) ?? '',
    author: {
      handle: data.author.unique_id,
      name: plainText(data.author.nickname, textLimits.name) || null,
    },
    cover,
    video,
    hd,
    sound,
    images: pictures.filter(isPresent),
    durationSeconds: data.duration,
    region: data.region?.toUpperCase() ?? null,
    postedAt: data.create_time === null ? postedAt(postId) : new Date(data.create_time * 1000),
    counts: {
      plays: data.play_count,
      likes: data.digg_count,
      comments: data.comment_count,
      shares: data.share_count,
    },
    expiresAt: firstExpiry(files.flatMap((file) => file.addresses.map(({ url }) => url))),
    session: null,
  }
}

/**
 * The id that was asked for, else the answer's. Null when the answer is about another post: showing
 * it would put one post under another's key. An id rounded by the service itself is no other post.
 */
function choosePostId(answered: string | null, asked: string | null): string | null {
  const known = answered !== null && isPostId(answered) ? answered : null
  if (asked === null || known === null) return asked ?? known
  return Number(asked) === Number(known) ? asked : null
}

function isPostId(text: string): boolean {
  const link = parsePostLink(text)
  return link.ok && link.ref.kind === 'post' && link.ref.postId === text
}

/** Absolute http(s) address, null for anything else. Whether it may be dialled is decided later. */
function readAddress(value: unknown, endpoint: URL): string | null {
  if (typeof value !== 'string' || value.length > textLimits.address) return null
  if (!/^(?:\/|https?:\/\/)/i.test(value) || !URL.canParse(value, endpoint.origin)) return null
  const url = new URL(value, endpoint.origin)
  const isPlain = url.username === '' && url.password === '' && /^https?:$/.test(url.protocol)
  // Escaping may lengthen it, and the limit is for what is kept.
  return isPlain && url.href.length <= textLimits.address ? url.href : null
}

function fileOf(name: string, url: string | null, bytes: number | null): MediaFile | null {
  if (url === null) return null
  const addresses: MediaFile['addresses'] = [{ url, profile: 'plain' }]
  return { addresses, bytes, codec: null, width: null, height: null, variantKey: name }
}

function soundOf(play: string | null, bytes: number | null, music: string | null) {
  return fileOf('sound', play, bytes) ?? fileOf('sound', music, null)
}

/** Line breaks become spaces; U+2028 stays, since it is text, and escaping is the output's matter. */
export function plainText(value: string | null, maxCodePoints: number): string | null {
  if (value === null) return null
  // Twice the limit in code units holds every code point that can be kept.
  const plain = value
    .replace(/[\t\r\n]+/g, ' ')
    .replace(/\p{Cc}+/gu, '')
    .trim()
    .slice(0, maxCodePoints * 2)
    .toWellFormed()
  const points = Array.from(plain)
  return points.length > maxCodePoints ? points.slice(0, maxCodePoints).join('') : plain
}

/** The earliest `x-expires` (unix seconds) among the addresses. */
function firstExpiry(addresses: string[]): Date | null {
  const times = addresses
    .map((address) => new URL(address).searchParams.get('x-expires') ?? '')
    .filter((text) => /^[1-9]\d{8,10}$/.test(text))
    .map((text) => Number(text) * 1000)
  return times.length === 0 ? null : new Date(Math.min(...times))
}

function isPresent<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}
