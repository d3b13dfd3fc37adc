import type { Readable } from 'node:stream'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import { admitStream, pictureLimit, type StreamSlot } from '#app/posts/running-saves.server.ts'
import {
  imageIndex,
  parseImageChoice,
  parseSaveFormat,
  type SaveFormat,
} from '#app/posts/save-format.ts'
import { checkLink } from '#app/secrets/signed-link.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { openCover, openSave } from './save.server.ts'
import { saveCount } from './save-count.server.ts'
import {
  type Delivery,
  type SaveProblem,
  type SaveRequest,
  type SaveResult,
  saveCause,
} from './save-result.server.ts'
import { takeRequest } from './visitor-limits.server.ts'

/** The file that a signed link leads to. */
export type LinkedFile = {
  postId: string
  format: SaveFormat
  /** To save the file, or to open it in the browser. */
  purpose: 'save' | 'view'
  images: readonly number[]
  /** The link's signature if it is for opening the file, else null. */
  opens: string | null
}

type LinkProblem = { kind: 'link'; check: 'invalid' | 'expired' }

/** Why a request for a file is refused. */
export type DeliveryProblem =
  | SaveProblem
  | LinkProblem
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'full'; reason: 'too_many_here' | 'too_many_in_all' }

type Refused<P = DeliveryProblem> = { ok: false; problem: P }

/** Reads a signed link's parts, and checks its signature and its age. */
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
  if (check !== 'valid') return refused(check)
  const images = parseImageChoice(query)
  if (images === null) return refused('invalid')
  const opens = purpose === 'view' ? query.get('s') : null
  return { ok: true, file: { postId, format, purpose, images, opens } }
}

/** A visitor's request for a file. */
type FileRequest = {
  counted: CountedRequest
  /** The visitor's account, if they are signed in. */
  userId: string | null
  /** Whether only the headers are wanted. */
  head: boolean
  /** Aborts when the visitor leaves. */
  signal: AbortSignal
}

type Delivered = {
  ok: true
  delivery: Delivery
  /** To be called at the end of `delivery.body`, if there is one: counts it and releases its slot. */
  ended: (whole: boolean, bytes: number, readerLeft: boolean) => void
}

/** Opens a linked file within the limits of the visitor's network and of the site, and counts it. */
export async function deliverFile(
  file: LinkedFile,
  request: FileRequest,
): Promise<Delivered | Refused> {
  const { postId, format, images, opens, purpose } = file
  const { counted, userId, head, signal } = request
  const range = counted.headers.get('range')
  const count = saveCount({ counted, postId, format, opens, range, userId })
  // A page shows many pictures, which must not use up the visitor's downloads.
  const isPicture = purpose === 'view' && imageIndex(format) !== null
  const wait = isPicture ? null : await takeRequest(counted.address)
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
  const opened = await openInSlot(slot, () =>
    openUnlessRemoved(slot.signal, {
      ...{ postId, format, images, range },
      method: head ? 'HEAD' : 'GET',
      ifRange: counted.headers.get('if-range'),
      signal: AbortSignal.any([signal, slot.signal]),
    }),
  )
  if (!opened.ok) {
    count.refused(saveCause(opened.problem))
    return opened
  }
  const { delivery } = opened
  return {
    ok: true,
    delivery,
    ended(whole, bytes, readerLeft) {
      slot.release()
      const cut = slot.signal.aborted
      count.ended(delivery.piece, { whole, bytes, cut, left: readerLeft })
    },
  }
}

/** Opens a post's cover within the limits for pictures; null while those are reached. */
export async function deliverCover(
  postId: string,
  clientAddress: string,
  signal: AbortSignal,
): Promise<(SaveResult & { ended: () => void }) | null> {
  const admission = admitStream('picture', postId, clientAddress, pictureLimit)
  if (!admission.ok) return null
  const { slot } = admission
  const opened = await openInSlot(slot, () =>
    openCover(postId, AbortSignal.any([signal, slot.signal])),
  )
  return { ...opened, ended: slot.release }
}

/** Opens a file in a slot. The slot stays taken if there is a body to send, and is released otherwise. */
async function openInSlot(slot: StreamSlot, open: () => Promise<SaveResult>): Promise<SaveResult> {
  let body: Readable | null = null
  try {
    const result = await open()
    if (result.ok) body = result.delivery.body
    return result
  } finally {
    if (body === null) slot.release()
  }
}

/** Opens a file whose post may be removed meanwhile, when no stream runs yet that `cut` would end. */
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
