import { countUserDownload } from '#app/accounts/user.server.ts'
import type { FailureCode } from '#app/analytics/code-names.ts'
import { type CountedRequest, countSaveEvent } from '#app/analytics/count.server.ts'
import { countDownload } from '#app/download/lookup/post-counts.server.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import {
  endsFile,
  isForScript,
  linkKey,
  noteFetched,
  notePiece,
  type OpenedFile,
  openedFile,
  type Piece,
  sharedFile,
} from './opened-file.server.ts'
import type { SaveCause } from './save-result.server.ts'

type FileRequest = {
  counted: CountedRequest
  postId: string
  format: SaveFormat
  /** The link's signature if it is for opening the file, null if it is for saving. */
  opens: string | null
  range: string | null
  userId: string | null
  /** True if the link has expired. */
  onlyContinues?: boolean
}

type SavedFile = Omit<FileRequest, 'range' | 'onlyContinues'>

type Ending = {
  /** All of the answer was sent. */
  whole: boolean
  /** Bytes that the socket took, headers included. */
  bytes: number
  /** Cut off by an operator or the server's stop, or to make room for others. Null if it wasn't. */
  cut: 'cut by operator' | 'too_many_in_all' | null
  /** The visitor closed the connection. */
  left: boolean
}

export type SaveCount = {
  refused(cause: SaveCause): void
  /** Counts an answer with the file or a piece of it; `piece` is null for the whole file. */
  ended(piece: Piece | null, ending: Ending): void
}

/**
 * Counts the outcome of a request for a file. A saved file counts once its end was sent, an opened
 * one once all of it was, and one that a page fetches for the share sheet once it was shared.
 * Failures of later pieces don't count.
 */
export function saveCount(request: FileRequest): SaveCount {
  return request.opens === null ? countSaved(request) : countOpened(request, request.opens)
}

function countSaved(request: FileRequest): SaveCount {
  const { counted, postId, format, userId } = request
  const start = performance.now()
  const count = (error: FailureCode | null, bytes: number) =>
    countSaveEvent(counted, { error, postId, format, bytes, ms: performance.now() - start })
  const failed = (cause: SaveCause, bytes = 0) => {
    if (isFailure(cause, request)) count(cause, bytes)
  }
  return {
    refused: failed,
    ended(piece, { whole, bytes, cut }) {
      if (!whole) failed(cut ?? 'not sent whole', bytes)
      else if (endsFile(piece)) {
        count(null, bytes)
        countDownload(postId, format)
        if (userId !== null) void countUserDownload(userId)
      }
    },
  }
}

const notCounted: SaveCount = { refused: () => undefined, ended: () => undefined }

function countOpened(request: FileRequest, signature: string): SaveCount {
  const { counted, postId, format } = request
  // Operators who look at posts in the back office don't count.
  if (counted.method === 'HEAD' || counted.operator) return notCounted
  const key = linkKey(counted, signature)
  if (isForScript(counted.headers)) {
    return { refused: () => undefined, ended: (_, { bytes }) => noteFetched(key, bytes) }
  }
  const file = openedFile(key, counted, request.onlyContinues === true)
  if (file === null) return notCounted
  const failed = (cause: SaveCause) => {
    if (file.failed || file.saved || !isFailure(cause, request)) return
    file.failed = true
    const { request: opened, bytes, openedAt } = file
    const ms = performance.now() - openedAt
    countSaveEvent(opened, { error: cause, postId, format, bytes, ms })
  }
  return {
    refused: failed,
    ended(piece, { whole, bytes, cut, left }) {
      const complete = notePiece(file, piece, { whole, bytes })
      if (complete) countOnce(file, request)
      // Players close connections at any time and request the rest later.
      else if (cut !== null || !(whole || left)) failed(cut ?? 'not sent whole')
    },
  }
}

/** Counts a file that a page has fetched and its visitor has shared, once per link. */
export function countShared(request: SavedFile & { opens: string }): void {
  const { counted, opens } = request
  if (!counted.operator) countOnce(sharedFile(linkKey(counted, opens), counted), request)
}

function countOnce(file: OpenedFile, { postId, format, userId }: SavedFile): void {
  if (file.saved) return
  file.saved = true
  const { request: opened, bytes, openedAt } = file
  const ms = performance.now() - openedAt
  countSaveEvent(opened, { error: null, postId, format, bytes, ms })
  countDownload(postId, format)
  if (userId !== null) void countUserDownload(userId)
}

/** Leaving isn't a failure, and a file's later pieces have counted with its first. */
function isFailure(cause: SaveCause, { counted, range }: FileRequest): cause is FailureCode {
  if (cause === 'aborted' || cause === 'media: aborted' || cause === 'sound: aborted') return false
  return counted.method !== 'HEAD' && (range === null || range.startsWith('bytes=0-'))
}
