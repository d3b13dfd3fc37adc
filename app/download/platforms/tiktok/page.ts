import { z } from 'zod'
import { address, flag, listOf, number, text } from '#app/download/platforms/answer-json.ts'
import { scriptWithId } from '#app/download/platforms/page-scripts.ts'
import { classifyState } from './challenge-signs.ts'

const scriptId = '__UNIVERSAL_DATA_FOR_REHYDRATION__'
const scopeNames = ['webapp.reflow.video.detail', 'webapp.video-detail']
const searchDepth = 6
/** Bounds the search in a page made to take long. */
const searchObjects = 20_000

export type PageReading =
  /** `drifted`: the post wasn't in its usual place. `raw` is its unparsed data. */
  | { kind: 'item'; item: TiktokItem; raw: unknown; drifted: boolean }
  | { kind: 'state'; code: number; message: string }
  | { kind: 'wrong_id' }
  /** There is no script with data, as in a challenge. */
  | { kind: 'no_script' }
  /** The script has no known data. */
  | { kind: 'no_data' }

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

const Captions = z.object({
  Url: address,
  Format: text,
  LanguageCodeName: z.string().max(35),
  Source: text,
})

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
    subtitleInfos: listOf(Captions, 100),
    /** Addresses of the cover by the longer side's pixels. */
    zoomCover: z.record(z.string().max(10), address).catch({}),
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
 * Reads the platform's page about a post. `askedId` is the requested post, null if only the page
 * can name it. Texts stay as the creator wrote them. Never throws.
 */
export function readTiktokPage(html: string, askedId: string | null): PageReading {
  const script = scriptWithId(html, scriptId)
  if (script === null) return { kind: 'no_script' }
  const scopes = parseScopes(script)
  if (scopes === null) return { kind: 'no_data' }

  const told = scopeNames.map((name) => readScope(scopes[name], askedId)).filter(isReading)
  const reading = told.find(isHidden) ?? told.find(isWhole) ?? told[0]
  if (reading !== undefined) return reading
  const found = askedId === null ? null : searchItem(scopes, askedId)
  return found === null ? { kind: 'no_data' } : { kind: 'item', ...found, drifted: true }
}

function readScope(scope: unknown, askedId: string | null): PageReading | null {
  const detail = Detail.safeParse(scope)
  if (!detail.success) return null
  const { statusCode, statusMsg, itemInfo } = detail.data
  const item = Item.safeParse(itemInfo?.itemStruct)
  if (statusCode !== null && statusCode !== 0) {
    return { kind: 'state', code: statusCode, message: statusMsg }
  }
  if (!item.success) return null
  const id = askedId ?? String(item.data.id)
  if (!isSameId(item.data.id, id)) return { kind: 'wrong_id' }
  return { kind: 'item', item: { ...item.data, id }, raw: itemInfo?.itemStruct, drifted: false }
}

function isReading(reading: PageReading | null): reading is PageReading {
  return reading !== null
}

/** True for an item that has files: it outweighs what the page's other scope says. */
function isWhole(reading: PageReading): boolean {
  return reading.kind === 'item' && (reading.item.video ?? reading.item.imagePost) !== null
}

/** True for a code that withholds the post from the public, which nothing outweighs. */
function isHidden(reading: PageReading): boolean {
  if (reading.kind !== 'state') return false
  const state = classifyState(reading.code, reading.message)
  return state.kind === 'not_found' && ['private', 'restricted'].includes(state.reason)
}

/** A numeric id was rounded by the parser, so it is compared as a number. */
function isSameId(answered: string | number, asked: string): boolean {
  return typeof answered === 'number' ? answered === Number(asked) : answered === asked
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

/** Searches unknown names for the post, level by level, up to a depth and a number of objects. */
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
