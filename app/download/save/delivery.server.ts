import type { Readable } from 'node:stream'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import { takeRequestOf } from '#app/download/lookup/visitor-limits.server.ts'
import { widestNetworkOf } from '#app/http/ip-address.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import { type Mp3Rate, parseMp3Rate } from '#app/posts/mp3-rate.ts'
import { readPart } from '#app/posts/read-part.ts'
import { admitStream, pictureLimit, type StreamSlot } from '#app/posts/running-saves.server.ts'
import {
  imageIndex,
  parseImageChoice,
  parseSaveFormat,
  plainFormat,
  type SaveFormat,
} from '#app/posts/save-format.ts'
import { type SavePart, savesPart } from '#app/posts/save-part.ts'
import { checkLink, expiredLately, type LinkCheck } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { noteWaited } from './countdown.server.ts'
import { fileNamesFor } from './file-stem.server.ts'
import { isBegun, partialSave } from './partial-saves.server.ts'
import { openSave } from './save.server.ts'
import { saveCount } from './save-count.server.ts'
import { problemAnswer } from './save-problem.server.ts'
import type { SaveReport } from './save-progress.server.ts'
import {
  type Delivery,
  type SaveProblem,
  type SaveRequest,
  type SaveResult,
  saveCause,
  wholeFile,
} from './save-result.server.ts'
import { isLaterPart } from './sent-variants.server.ts'

export type LinkedFile = {
  postId: string
  format: SaveFormat
  purpose: 'save' | 'view'
  images: readonly number[]
  part: SavePart | null
  kbps: Mp3Rate | null
  /** The link's signature, or what else tells this request for the file from others. */
  link: string
  /** True if the link has expired, and only lets a download go on that has begun. */
  onlyContinues: boolean
}

/** An expired link, or else an invalid one: even a signed one can name no file. */
type LinkProblem = { kind: 'link'; check: LinkCheck }

export type DeliveryProblem =
  | SaveProblem
  | LinkProblem
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'full'; reason: 'too_many_here' | 'too_many_in_all' }

type Refused<P = DeliveryProblem> = { ok: false; problem: P }

/** Parses a signed link and checks its signature and age. An expired one can be accepted too. */
export function readSaveLink(
  postId: string,
  formatName: string,
  query: URLSearchParams,
): { ok: true; file: LinkedFile } | Refused<LinkProblem> {
  const refused = (check: LinkProblem['check']) =>
    ({ ok: false, problem: { kind: 'link', check } }) as const
  const format = parseSaveFormat(formatName)
  if (format === null) return refused('invalid')
  const purpose = query.has('view') ? 'view' : 'save'
  const check = checkLink(purpose, postId, format, query)
  const onlyContinues = check === 'expired' && expiredLately(query)
  if (check !== 'valid' && !onlyContinues) return refused(check)
  const images = parseImageChoice(query)
  const kbps = parseMp3Rate(query)
  const { part } = readPart(query)
  if (images === null || kbps === 'invalid' || part === undefined) return refused('invalid')
  if (part !== null && !savesPart(format)) return refused('invalid')
  const link = query.get('s') ?? ''
  return { ok: true, file: { postId, format, purpose, images, part, kbps, link, onlyContinues } }
}

/** Names a link and what is sent by it. */
export function savedFile({ link, postId, format, images, part, kbps }: LinkedFile): string {
  return JSON.stringify([link, postId, format, images, part, kbps])
}

type FileRequest = {
  counted: CountedRequest
  userId: string | null
  head: boolean
  /** Reports progress to a page that follows the download. Null without one. */
  report: SaveReport | null
  /** Aborts when the visitor leaves. */
  signal: AbortSignal
}

type Delivered = {
  ok: true
  delivery: Delivery
  /** Must be called when sending `delivery.body` begins. See `StreamedBody`. */
  started: (sent: () => number, silentMs: () => number) => void
  /**
   * Must be called at the end of `delivery.body`, if any: counts it and releases its slot. Returns
   * whether the visitor has been sent all of the file, in this answer and earlier ones.
   */
  ended: (whole: boolean, bytes: number, readerLeft: boolean) => Promise<boolean>
}

/** Opens and counts a linked file within the limits of the visitor's network and of the site. */
export async function deliverFile(
  file: LinkedFile,
  request: FileRequest,
): Promise<Delivered | Refused> {
  const { postId, format, images, part, kbps, purpose, onlyContinues } = file
  if (onlyContinues && !(await hasBegun(file, request))) return expired
  const { counted, userId, head, report, signal } = request
  const range = counted.headers.get('range')
  const opens = purpose === 'view'
  const count = saveCount({
    counted,
    postId,
    format,
    userId,
    file: savedFile(file),
    opens,
    range,
    onlyContinues,
  })
  // A page can show many pictures, which must not use up the visitor's downloads.
  const isPicture = opens && imageIndex(format) !== null
  const wait = isPicture ? null : await takeRequestOf(counted)
  if (wait !== null) {
    count.refused('too_many')
    return { ok: false, problem: { kind: 'too_many', retryAfterSeconds: wait } }
  }
  const admission = isPicture
    ? admitStream('picture', postId, counted.address, pictureLimit)
    : admitStream('save', postId, counted.address, settings().maxConcurrentDownloads)
  if (!admission.ok) {
    count.refused(admission.reason)
    return { ok: false, problem: { kind: 'full', reason: admission.reason } }
  }
  const { slot } = admission
  report?.opening()
  if (purpose === 'save' && !head) noteWaited(counted.address, postId)
  const opened = await openInSlot(slot, async () => {
    const result = await openUnlessRemoved(slot.signal, {
      postId,
      format,
      images,
      part,
      kbps,
      fileNames: fileNamesFor(counted.headers),
      method: head ? 'HEAD' : 'GET',
      range,
      ifRange: counted.headers.get('if-range'),
      signal: AbortSignal.any([signal, slot.signal]),
      asker: { network: widestNetworkOf(counted.address) },
    })
    return onlyContinues ? onlyAnotherPart(result) : result
  }).catch((error: unknown) => {
    report?.ended(nothing)
    throw error
  })
  if (opened === null) {
    count.refused('too_many_in_all')
    report?.ended(nothing)
    return { ok: false, problem: { kind: 'full', reason: 'too_many_in_all' } }
  }
  if (!opened.ok) {
    if (opened.problem.kind === 'link') return { ok: false, problem: opened.problem }
    count.refused(saveCause(opened.problem))
    if (signal.aborted) report?.ended(nothing)
    else report?.refused(problemAnswer(opened.problem).problem)
    return { ok: false, problem: opened.problem }
  }
  const { delivery } = opened
  if (delivery.body !== null) count.begins()
  return {
    ok: true,
    delivery,
    started(sent, silentMs) {
      slot.measure(sent, silentMs)
      report?.sends(delivery.piece, lengthOf(delivery), sent)
    },
    async ended(whole, bytes, readerLeft) {
      slot.release()
      const goesOn = delivery.headers['accept-ranges'] !== 'none'
      const complete = await count.ended(
        { piece: delivery.piece, length: lengthOf(delivery), goesOn },
        { whole, bytes, cut: cutOf(slot), left: readerLeft },
      )
      report?.ended({ whole, bytes, complete })
      return complete
    },
  }
}

const nothing = { whole: false, bytes: 0, complete: false }

const expired: Refused<LinkProblem> = { ok: false, problem: { kind: 'link', check: 'expired' } }

/**
 * True if a request goes on with a file: it names the tag of the file of which it wants another
 * part, or is a player's, which names none but plays a file that its network has opened.
 */
async function hasBegun(file: LinkedFile, { counted, head }: FileRequest): Promise<boolean> {
  const { format, purpose } = file
  const isMade = ['mp3', 'zip'].includes(plainFormat(format))
  const range = counted.headers.get('range')
  const ifRange = counted.headers.get('if-range')
  if (head || isMade || range === null) return false
  if (ifRange !== null) return /^"[^"]+"$/.test(ifRange)
  if (purpose === 'save' || !isLaterPart(range)) return false
  return isBegun(partialSave(counted, { file: savedFile(file), opens: true }))
}

/** Refuses a file that a request names another tag of: it would be sent from its beginning. */
function onlyAnotherPart(result: SaveResult): SaveResult | Refused<LinkProblem> {
  if (!result.ok || result.delivery.status === 206) return result
  result.delivery.body?.destroy()
  return expired
}

function lengthOf({ headers }: Delivery): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

function cutOf(slot: StreamSlot) {
  if (slot.gaveWay()) return 'too_many_in_all'
  return slot.signal.aborted ? 'cut by operator' : null
}

/** Opens the cover of a post or of one of its videos. Null if the pictures' limits are reached. */
export async function deliverCover(
  postId: string,
  format: SaveFormat,
  clientAddress: string,
  signal: AbortSignal,
): Promise<(SaveResult & { started: StreamSlot['measure']; ended: () => void }) | null> {
  const admission = admitStream('picture', postId, clientAddress, pictureLimit)
  if (!admission.ok) return null
  const { slot } = admission
  const opened = await openInSlot(slot, () =>
    openSave({
      ...wholeFile,
      postId,
      format,
      method: 'GET',
      // A picture on a page, whose name no one sees.
      fileNames: 'brand_timestamp',
      signal: AbortSignal.any([signal, slot.signal]),
      asker: { network: widestNetworkOf(clientAddress) },
    }),
  )
  return opened === null ? null : { ...opened, started: slot.measure, ended: slot.release }
}

/**
 * Opens a file in a slot, which stays taken only if there is a body to send. Null if the slot gave
 * way meanwhile.
 */
async function openInSlot<R extends SaveResult | Refused<LinkProblem>>(
  slot: StreamSlot,
  open: () => Promise<R>,
): Promise<R | null> {
  let body: Readable | null = null
  try {
    const result = await open()
    if (!result.ok && slot.gaveWay()) return null
    if (result.ok) body = result.delivery.body
    return result
  } catch (error) {
    if (slot.gaveWay()) return null
    throw error
  } finally {
    if (body === null) slot.release()
  }
}

/**
 * Opens a file. If its post is removed meanwhile, before there is a stream for `cut` to end, the
 * file is closed and refused.
 */
async function openUnlessRemoved(cut: AbortSignal, request: SaveRequest): Promise<SaveResult> {
  const result = await openSave(request).catch((error: unknown) => {
    if (cut.aborted) return null
    throw error
  })
  if (cut.aborted && (await isPostBlocked(request.postId))) {
    if (result?.ok) result.delivery.body?.destroy()
    return { ok: false, problem: { kind: 'lookup', problem: { kind: 'removed' } } }
  }
  if (result === null) throw cut.reason
  return result
}
