import { z } from 'zod'
import { flag, number, pixels } from '#app/download/platforms/answer-json.ts'
import { codecOf, isUnplayable } from '#app/download/platforms/tiktok/codec.ts'
import { postedAt } from '#app/download/platforms/tiktok/link.ts'
import { isOneTrack } from '#app/download/platforms/tiktok/one-track.ts'
import type { ExtractedPost, LookupFailure, MediaFile } from '#app/posts/extracted-post.server.ts'
import { isLost, lostFile } from '#app/posts/lost-files.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { failed, notFound, unavailable } from './lookup-result.ts'

export type AnswerContext = {
  /** The answer's address; relative addresses are resolved against its origin. */
  endpoint: URL
  /** The requested post. Null for a short link, whose post only the answer names. */
  askedPostId: string | null
}

export type AnswerReading =
  | { ok: true; post: ExtractedPost }
  | { ok: false; failure: LookupFailure }

export const textLimits = { title: 2000, name: 200, images: 100, address: 8192 } as const

/** The least age of those whom a post for adults is for. */
export const adultAge = 18

const maxMessage = 500
const perSecondWaitSeconds = 2
/** The words by which a service says that a post is for adults. */
const ageWords =
  /\bage[\s_-]?(?:restrict|limit|gate|verif)|\b18\s?\+|\badults?[\s_-]only|\bfor adults\b|\bnsfw\b|\b(?:mature|adult) (?:content|audience)/

// A value of the wrong type counts as missing, so that one odd field doesn't spoil the rest.
const maybeText = z.string().nullable().catch(null)
const count = z.int().nonnegative().nullable().catch(null)
const size = z
  .union([
    z.int().positive(),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null)
const codecName = z.string().max(40).nullable().catch(null)

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
  codec: codecName,
  hd_codec: codecName,
  width: pixels,
  height: pixels,
  hd_width: pixels,
  hd_height: pixels,
  play_count: count,
  digg_count: count,
  comment_count: count,
  share_count: count,
  create_time: z.int().positive().max(100_000_000_000).nullable().catch(null),
  author: Author,
  images: z.array(z.unknown()).catch([]),
  age_limit: number,
  age_restricted: flag,
  is_content_classified: flag,
  isContentClassified: flag,
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
 * Reads the extraction service's answer into bounded, known fields. Texts stay as the creator wrote
 * them, without control characters. Never throws.
 *
 * Failures: `bad_answer` for anything else (HTML, cut JSON); `incomplete_answer` without a file or
 * about another post; for a code other than 0, what its message means. An unknown message counts as
 * `not_found`, as SPEC section 8 has one text for all of them.
 */
export function readAnswer(text: string, context: AnswerContext): AnswerReading {
  const answer = Answer.safeParse(parseJson(text))
  if (!answer.success) return unavailable('bad_answer')
  if (answer.data.code !== 0) return failed(readRefusal(answer.data.msg))
  const data = Data.safeParse(answer.data.data)
  const post = data.success ? readPost(data.data, context) : null
  if (post !== null) return { ok: true, post }
  const isRefused = data.success && isForAdults(data.data) && isOfPost(data.data.id, context)
  return isRefused ? notFound('age', 'flag') : unavailable('incomplete_answer')
}

function isForAdults(data: z.infer<typeof Data>): boolean {
  const { age_limit, age_restricted, is_content_classified, isContentClassified } = data
  return (
    age_restricted || is_content_classified || isContentClassified || (age_limit ?? 0) >= adultAge
  )
}

function isOfPost(answered: string | null, { askedPostId }: AnswerContext): boolean {
  return askedPostId === null || choosePostId(answered, askedPostId) !== null
}

/** Returns undefined for invalid JSON. Numeric ids become strings before they are rounded. */
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
  // Words with an address or a name may quote the link, whose author chose the name.
  const words = message
    .slice(0, maxMessage)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !word.includes('@') && !word.includes('://'))
    .join(' ')
  if (words.includes('parsing is failed')) return { kind: 'not_found', reason: 'unknown' }
  if (ageWords.test(words)) return { kind: 'not_found', reason: 'age' }
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
  const clip = (value: unknown, codec: string | null) => {
    const url = address(value)
    return url === null || isOneTrack(url) || isUnplayable(codec ?? '') ? null : url
  }
  // A slideshow's play addresses lead to its sound.
  const isSlideshow = data.images.length > 0
  const play = isSlideshow ? address(data.play) : clip(data.play, data.codec)
  const images = data.images.slice(0, textLimits.images).map((value, index) => {
    const key = `image-${index + 1}`
    return (
      fileOf(key, address(value), null) ?? lostFile(typeof value === 'string' ? value : '', key)
    )
  })
  if (postId === null || (isSlideshow ? images.every(isLost) : play === null)) return null

  const hdUrl = isSlideshow ? null : clip(data.hdplay, data.hd_codec)
  const sound = isSlideshow
    ? (fileOf('sound', play, data.size) ?? fileOf('sound', address(data.music), null))
    : null
  const { codec, width, height, hd_codec, hd_width, hd_height } = data
  const labels = labelsOf(codec, width, height)
  const hdLabels = labelsOf(hd_codec, hd_width, hd_height)
  const video = isSlideshow ? null : fileOf('play', play, data.size, labels)
  const hd = hdUrl === play ? null : fileOf('hdplay', hdUrl, data.hd_size, hdLabels)
  const cover = fileOf('cover', address(data.origin_cover) ?? address(data.cover), null)
  const files = [video, hd, sound, cover, ...images].filter((file) => file !== null)

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
    images,
    captions: [],
    durationSeconds: data.duration,
    isSilent: false,
    moreVideos: [],
    isSensitive: false,
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
 * Returns the requested id, else the answer's. Null for an answer about another post, which would
 * be stored under the wrong key. An id that only the service's rounding changed counts as the same.
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

/** Returns an absolute http(s) address, or null. Callers check if it may be requested. */
function readAddress(value: unknown, endpoint: URL): string | null {
  if (typeof value !== 'string' || value.length > textLimits.address) return null
  if (!/^(?:\/|https?:\/\/)/i.test(value) || !URL.canParse(value, endpoint.origin)) return null
  const url = new URL(value, endpoint.origin)
  const isPlain = url.username === '' && url.password === '' && /^https?:$/.test(url.protocol)
  // Escaping can lengthen it, and the limit is for the stored form.
  return isPlain && url.href.length <= textLimits.address ? url.href : null
}

type Labels = Pick<MediaFile, 'codec' | 'width' | 'height'>

const unlabeled: Labels = { codec: null, width: null, height: null }

/** Returns the labels of a file’s picture. Names of codecs that players don’t know give none. */
function labelsOf(codec: string | null, width: number | null, height: number | null): Labels {
  return { codec: codecOf(codec ?? ''), width, height }
}

function fileOf(
  name: string,
  url: string | null,
  bytes: number | null,
  labels = unlabeled,
): MediaFile | null {
  if (url === null) return null
  return { addresses: [{ url, profile: 'plain' }], bytes, ...labels, variantKey: name }
}

/** Line breaks become spaces. U+2028 stays, since escaping is up to the output. */
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

/** Returns the earliest `x-expires` (unix seconds) of the addresses. */
function firstExpiry(addresses: string[]): Date | null {
  const times = addresses
    .map((address) => new URL(address).searchParams.get('x-expires') ?? '')
    .filter((text) => /^[1-9]\d{8,10}$/.test(text))
    .map((text) => Number(text) * 1000)
  return times.length === 0 ? null : new Date(Math.min(...times))
}
