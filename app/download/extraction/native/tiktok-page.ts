import { z } from 'zod'

const scriptId = '__UNIVERSAL_DATA_FOR_REHYDRATION__'
const scopeNames = ['webapp.reflow.video.detail', 'webapp.video-detail']
/** An opening tag is shorter than this; a longer one is not the platform's. */
const longestTag = 1_000
const searchDepth = 6
/** Bounds the search in a page made to be searched for long. */
const searchObjects = 20_000

/** What a page says of a post, before any of it is judged. */
export type PageReading =
  /** `drifted`: the post was not where the platform puts it today. `raw` is its data as it came. */
  | { kind: 'item'; item: TiktokItem; raw: unknown; drifted: boolean }
  | { kind: 'state'; code: number; message: string }
  /** The page is about another post than the one that was asked for. */
  | { kind: 'wrong_id' }
  /** There is no script with data, as in a challenge. */
  | { kind: 'no_script' }
  /** There is one, but nothing in it is known. */
  | { kind: 'no_data' }

// Whatever is not of the expected type counts as not said, so that one odd field spoils nothing.
const text = z.string().nullable().catch(null)
const flag = z.union([z.boolean(), z.number().transform((value) => value !== 0)]).catch(false)
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}(?:\.\d{1,6})?$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null)
const address = z.string().max(8192)

/** Takes the good entries of a list and leaves the others out. */
export function listOf<T>(entry: z.ZodType<T>, most: number) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((entries) =>
      entries.slice(0, most).flatMap((value) => {
        const parsed = entry.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )
}

const addresses = listOf(address, 20)

const PlayAddress = z
  .object({ UrlList: addresses, DataSize: number, Width: number, Height: number, UrlKey: text })
  .nullable()
  .catch(null)

const Quality = z.object({
  Bitrate: number,
  CodecType: text,
  GearName: text,
  PlayAddr: PlayAddress,
})

const Picture = z.object({ urlList: addresses }).nullable().catch(null)

const Image = z.object({
  imageURL: Picture,
  displayImage: Picture,
  imageWidth: number,
  imageHeight: number,
})

const Video = z
  .object({
    duration: number,
    width: number,
    height: number,
    bitrate: number,
    size: number,
    codecType: text,
    cover: text,
    originCover: text,
    dynamicCover: text,
    downloadAddr: text,
    playAddr: z
      .union([
        address.transform((one) => [one]),
        listOf(
          z.object({ src: address }).transform(({ src }) => src),
          20,
        ),
      ])
      .catch([]),
    PlayAddrStruct: PlayAddress,
    bitrateInfo: listOf(Quality, 50),
  })
  .nullable()
  .catch(null)

const Author = z
  .union([
    z.object({ uniqueId: text, nickname: text, privateAccount: flag, secret: flag }),
    z.string().transform((uniqueId) => ({
      uniqueId,
      nickname: null,
      privateAccount: false,
      secret: false,
    })),
  ])
  .catch({ uniqueId: null, nickname: null, privateAccount: false, secret: false })

const Counts = z
  .object({ playCount: number, diggCount: number, commentCount: number, shareCount: number })
  .nullable()
  .catch(null)

const Item = z.object({
  id: z.union([z.string().regex(/^\d{1,20}$/), z.number()]),
  desc: text,
  createTime: number,
  locationCreated: text,
  author: Author,
  video: Video,
  imagePost: z
    .object({ images: listOf(Image, 100) })
    .nullable()
    .catch(null),
  music: z.object({ playUrl: text }).nullable().catch(null),
  stats: Counts,
  statsV2: Counts,
  privateItem: flag,
  secret: flag,
  forFriend: flag,
  isReviewing: flag,
  isContentClassified: flag,
  takeDown: flag,
})

export type TiktokItem = Omit<z.infer<typeof Item>, 'id'> & { id: string }

const Detail = z.object({
  statusCode: number,
  statusMsg: z.string().max(1000).catch(''),
  itemInfo: z.object({ itemStruct: z.unknown() }).nullable().catch(null),
})

/**
 * Reads the platform's page about a post. `askedId` is the post that was asked for, null when only
 * the page can tell. Texts come out as the creator wrote them. Never throws.
 */
export function readTiktokPage(html: string, askedId: string | null): PageReading {
  const script = findScript(html)
  if (script === null) return { kind: 'no_script' }
  const scopes = parseScopes(script)
  if (scopes === null) return { kind: 'no_data' }

  for (const name of scopeNames) {
    const detail = Detail.safeParse(scopes[name])
    if (!detail.success) continue
    const { statusCode, statusMsg, itemInfo } = detail.data
    const item = Item.safeParse(itemInfo?.itemStruct)
    if (statusCode !== null && statusCode !== 0) {
      return { kind: 'state', code: statusCode, message: statusMsg }
    }
    if (!item.success) continue
    const id = askedId ?? String(item.data.id)
    if (!isSameId(item.data.id, id)) return { kind: 'wrong_id' }
    return { kind: 'item', item: { ...item.data, id }, raw: itemInfo?.itemStruct, drifted: false }
  }
  const found = askedId === null ? null : searchItem(scopes, askedId)
  return found === null ? { kind: 'no_data' } : { kind: 'item', ...found, drifted: true }
}

/** An id given as a number has been rounded by the time it can be compared. */
function isSameId(answered: string | number, asked: string): boolean {
  return typeof answered === 'number' ? answered === Number(asked) : answered === asked
}

/** The content of the script with the data; attributes vary, the id does not. */
function findScript(html: string): string | null {
  let at = html.indexOf('<script')
  while (at >= 0) {
    const tagEnd = html.indexOf('>', at)
    if (tagEnd < 0) return null
    const isData = tagEnd - at <= longestTag && hasId(html.slice(at, tagEnd))
    const end = html.indexOf('</script', tagEnd)
    if (end < 0) return null
    if (isData) return html.slice(tagEnd + 1, end)
    at = html.indexOf('<script', end)
  }
  return null
}

function hasId(tag: string): boolean {
  const value = /\sid\s*=\s*["']?([^"'\s>]{1,100})/.exec(tag)?.[1]
  return value === scriptId
}

function parseScopes(script: string): Record<string, unknown> | null {
  try {
    const data: unknown = JSON.parse(script)
    const scopes = isRecord(data) ? data.__DEFAULT_SCOPE__ : null
    return isRecord(scopes) ? scopes : null
  } catch {
    return null
  }
}

/** Looks for the post under names that are not known: level by level, to a depth and in number bounded. */
function searchItem(scopes: Record<string, unknown>, askedId: string) {
  let level: unknown[] = [scopes]
  let seen = 0
  for (let depth = 0; depth <= searchDepth && level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const value of level) {
      seen += 1
      if (seen > searchObjects) return null
      if (isRecord(value) && value.id === askedId && ('video' in value || 'imagePost' in value)) {
        const item = Item.safeParse(value)
        if (item.success) return { item: { ...item.data, id: askedId }, raw: value }
      }
      for (const child of Object.values(value as object)) {
        if (typeof child === 'object' && child !== null) next.push(child)
      }
    }
    level = next
  }
  return null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
