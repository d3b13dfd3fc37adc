import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { UnreadableFile } from '#app/download/engine/mp4-boxes.ts'
import type { FileTags } from '#app/download/engine/mp4-header.ts'
import {
  NothingThere,
  type PartOrder,
  type PartPlan,
  PastEnd,
  planPart,
} from '#app/download/engine/part.ts'
import { partBytes } from '#app/download/engine/part-bytes.ts'
import { openMedia } from '#app/download/join/open-media.server.ts'
import { answerRange } from '#app/download/media/answer-range.ts'
import { type FileBytes, MediaError, openFileBytes } from '#app/download/media/file-bytes.server.ts'
import type { MediaRequest } from '#app/download/media/media.server.ts'
import type { ExtractedPost, GuestSession, MediaFile } from '#app/posts/extracted-post.server.ts'
import { coverTag } from './cover-tag.server.ts'
import { fileTags } from './file-tags.server.ts'
import { mediaProblem, type SaveRequest, type SaveResult } from './save-result.server.ts'
import { continuesBlindly, isOtherVariant } from './sent-variants.server.ts'

/** A file of the media host, and the file to make of it. */
export type PartFile = {
  file: MediaFile
  session: GuestSession | null
  accept: MediaRequest['accept']
  order: Omit<PartOrder, 'tags'>
  /** The post that its tags are about. Null for no tags. */
  tagged: ExtractedPost | null
  /** The same for each request for it. */
  key: string
  fileName: string
  contentType: string
  /** Answers instead where the file can't be planned. */
  otherwise: (() => Promise<SaveResult>) | null
}

/** Renew it when the same order makes other bytes, so that no download continues with them. */
const planVersion = 1

type FileRequest = Pick<SaveRequest, 'method' | 'range' | 'ifRange' | 'signal'>

/**
 * Opens a part of a file as a file of its own: its index is made here, its samples are the source's
 * bytes. Its length is known and it is always the same, so it can be requested in pieces.
 */
export async function openPartFile(
  part: PartFile,
  { method, range, ifRange, signal }: FileRequest,
): Promise<SaveResult> {
  const { file, session, accept, order, key, fileName, contentType, otherwise } = part
  let source: FileBytes | null
  let plan: PartPlan
  try {
    const tracks = order.tracks
    const opening = openFileBytes((piece) =>
      openMedia(file, session, { method: 'GET', range: piece, accept, tracks, signal }),
    )
    const [opened, cover] = await Promise.all([opening, coverOf(part, signal)])
    source = opened
    if (source === null) return (await otherwise?.()) ?? mediaProblem('unavailable')
    if (cover === 'unavailable' && continuesBlindly({ range, ifRange })) {
      return mediaProblem('unavailable')
    }
    plan = await planPart(source, { ...order, tags: tagsOf(part, cover) })
  } catch (error) {
    if (error instanceof MediaError) return mediaProblem(error.failure)
    if (error instanceof UnreadableFile) return (await otherwise?.()) ?? mediaProblem('not_media')
    if (error instanceof PastEnd) return { ok: false, problem: { kind: 'past_end' } }
    if (!(error instanceof NothingThere)) throw error
    return order.tracks === 'sound'
      ? { ok: false, problem: { kind: 'audio', failure: 'no_sound', retryAfterSeconds: null } }
      : { ok: false, problem: { kind: 'no_such_file' } }
  }
  const { totalBytes } = plan
  const etag = etagOf(plan, file, source.size)
  if (isOtherVariant(`${key}/plan`, etag, { range, ifRange })) {
    return { ok: false, problem: { kind: 'range_not_satisfiable', totalBytes } }
  }
  const answer = answerRange({ totalBytes, etag }, { method, range, ifRange })
  if (answer === null) return { ok: false, problem: { kind: 'range_not_satisfiable', totalBytes } }
  const { status, headers, start, end } = answer
  const body =
    method === 'HEAD'
      ? null
      : Readable.from(partBytes(plan, start, end, source.stream), { objectMode: false })
  const piece = status === 200 ? null : { start, end: end - 1, total: totalBytes }
  return { ok: true, delivery: { status, contentType, fileName, headers, body, piece } }
}

function coverOf({ tagged }: PartFile, signal: AbortSignal) {
  return tagged === null ? null : coverTag(tagged, signal)
}

function tagsOf({ tagged }: PartFile, cover: Awaited<ReturnType<typeof coverOf>>): FileTags {
  if (tagged === null) return {}
  const hasCover = cover !== null && cover !== 'unavailable'
  return { ...fileTags(tagged), ...(hasCover && { cover }) }
}

function etagOf({ header }: PartPlan, { variantKey }: MediaFile, size: number): string {
  const hash = createHash('sha256').update(`${planVersion} ${variantKey} ${size} `).update(header)
  return `"part-${hash.digest('base64url').slice(0, 22)}"`
}
