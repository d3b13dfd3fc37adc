import { z } from 'zod'
import { adultAge } from '#app/download/extraction/extraction-answer.ts'
import { failed, unavailable } from '#app/download/extraction/lookup-result.ts'
import { listOf } from '#app/download/platforms/answer-json.ts'
import {
  CHAIN_TOKEN,
  readGuestCookies,
  type TiktokHosts,
} from '#app/download/platforms/tiktok/hosts.ts'
import type { TiktokItem } from '#app/download/platforms/tiktok/page.ts'
import { postOfItem } from '#app/download/platforms/tiktok/post.ts'
import type { GuestSession, LookupResult } from '#app/posts/extracted-post.server.ts'

const maxAddress = 8192

// A value of the wrong type counts as missing, so that one odd field doesn't spoil the rest.
const text = z.string().nullable().catch(null)
const number = z.number().nullable().catch(null)
const address = z.string().max(maxAddress)

const Headers = z.object({ 'User-Agent': text }).nullable().catch(null)

const Format = z.object({
  url: address,
  format_id: z.string().max(200).catch(''),
  format_note: z.string().max(500).catch(''),
  ext: text,
  vcodec: text,
  acodec: text,
  width: number,
  height: number,
  resolution: text,
  tbr: number,
  filesize: number,
  http_headers: Headers,
  cookies: text,
})
type Format = z.infer<typeof Format>

const Thumbnail = z.object({ id: z.string().catch(''), url: address })

const Subtitle = z.object({ url: address, ext: text })

const Answer = z.object({
  _type: z.literal('video').default('video'),
  id: z.string().regex(/^[1-9]\d{15,18}$/),
  title: text,
  description: text,
  uploader: text,
  channel: text,
  timestamp: number,
  duration: number,
  view_count: number,
  like_count: number,
  comment_count: number,
  repost_count: number,
  availability: z.string().nullish(),
  age_limit: number,
  thumbnails: listOf(Thumbnail, 50),
  formats: listOf(Format, 200),
  subtitles: z.record(z.string().max(35), listOf(Subtitle, 10)).catch({}),
  http_headers: Headers,
  cookies: text,
})
type Answer = z.infer<typeof Answer>

const openToAll = new Set<unknown>(['public', 'unlisted', null, undefined])

/**
 * Reads a post from yt-dlp's output. `askedId` is null for a short link, whose post only the answer
 * names. Files are chosen by the rules for the platform's own page.
 */
export function readYtdlpAnswer(
  stdout: string,
  askedId: string | null,
  hosts: TiktokHosts,
): LookupResult {
  const parsed = Answer.safeParse(parseJson(stdout))
  if (!parsed.success) return unavailable('bad_answer')
  const answer = parsed.data
  if (askedId !== null && answer.id !== askedId) return unavailable('bad_answer')
  if (!openToAll.has(answer.availability)) {
    return failed({ kind: 'not_found', reason: 'private', platformCode: 'availability' })
  }
  return postOfItem(itemOf(answer), sessionOf(answer), hosts, 'ytdlp')
}

/** Returns the guest session that files need. Null without its token. */
function sessionOf(answer: Answer): GuestSession | null {
  for (const { cookies, http_headers: headers } of [...answer.formats.filter(isOffered), answer]) {
    const pairs = (cookies ?? '').split(';').map((pair) => pair.trim().replace(/="(.*)"$/, '=$1'))
    const session: GuestSession = {
      profile: 'tiktok_guest',
      userAgent: headers?.['User-Agent'] ?? '',
      cookies: readGuestCookies(pairs),
    }
    const isSendable = /^[\x20-\x7e]{1,400}$/.test(session.userAgent)
    if (isSendable && session.cookies[CHAIN_TOKEN] !== undefined) return session
  }
  return null
}

function itemOf(answer: Answer): TiktokItem {
  const covers = (...ids: string[]) =>
    answer.thumbnails.findLast(({ id }) => ids.includes(id))?.url ?? null
  const known = covers('originCover', 'origin_cover')
  return {
    id: answer.id,
    desc: answer.description ?? answer.title,
    createTime: answer.timestamp,
    locationCreated: null,
    author: {
      uniqueId: answer.uploader,
      nickname: answer.channel,
      privateAccount: false,
      secret: false,
    },
    video: {
      duration: answer.duration,
      width: null,
      height: null,
      bitrate: null,
      size: null,
      codecType: null,
      originCover: known,
      cover: covers('cover'),
      dynamicCover:
        covers('dynamicCover', 'dynamic_cover') ?? answer.thumbnails.at(-1)?.url ?? null,
      downloadAddr: null,
      playAddr: [],
      PlayAddrStruct: null,
      bitrateInfo: qualitiesOf(answer.formats),
      subtitleInfos: Object.entries(answer.subtitles).flatMap(([LanguageCodeName, files]) =>
        files
          .filter(({ ext }) => ext === 'vtt')
          .map(({ url }) => ({ Url: url, Format: 'webvtt', LanguageCodeName, Source: null })),
      ),
      zoomCover: {},
    },
    imagePost: null,
    music: null,
    stats: {
      playCount: answer.view_count,
      diggCount: answer.like_count,
      commentCount: answer.comment_count,
      shareCount: answer.repost_count,
    },
    statsV2: null,
    privateItem: false,
    secret: false,
    forFriend: false,
    isReviewing: false,
    isContentClassified: (answer.age_limit ?? 0) >= adultAge,
    takeDown: false,
  }
}

/** True for formats with picture and sound, and without a watermark. */
function isOffered({ format_id: id, format_note: note, ext, vcodec, acodec }: Format): boolean {
  if (/watermark/i.test(note) || /^download/i.test(id)) return false
  return ext === 'mp4' && vcodec !== null && vcodec !== 'none' && acodec !== 'none'
}

/**
 * Groups a file's mirrors, which are formats with names that end in `-0`, `-1`. One that can't be
 * offered rules out its group: the others can lead to the same file.
 */
function qualitiesOf(formats: readonly Format[]) {
  // Where some formats name their sound, one that doesn't may have none.
  const namesSound = formats.some((format) => isOffered(format) && format.acodec !== null)
  const isClip = (format: Format) => isOffered(format) && (!namesSound || format.acodec !== null)
  const groups = Map.groupBy(formats, ({ format_id: id, vcodec, width, height, filesize }) =>
    [id.replace(/-\d{1,2}$/, ''), vcodec, width, height, filesize].join(),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined || !group.every(isClip)) return []
    const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(first.resolution ?? '') ?? []
    return {
      Bitrate: first.tbr === null ? null : Math.round(first.tbr * 1000),
      CodecType: first.vcodec,
      GearName: first.format_id,
      PlayAddr: {
        UrlList: group.map(({ url }) => url),
        DataSize: first.filesize,
        Width: first.width ?? (Number(width) || null),
        Height: first.height ?? (Number(height) || null),
        UrlKey: null,
      },
    }
  })
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
