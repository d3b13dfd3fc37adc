import { countUserDownload } from '#app/accounts/user.server.ts'
import type { AnalyticsEvent } from '#app/analytics/batch.server.ts'
import type { FailureCode } from '#app/analytics/code-names.ts'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import { countSave, saveEvent } from '#app/analytics/count-saves.server.ts'
import { countDownload } from '#app/download/lookup/post-counts.server.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import {
  type NewSave,
  noteAnswer,
  noteBegun,
  noteShared,
  partialSave,
} from './partial-saves.server.ts'
import type { SaveCause } from './save-result.server.ts'
import { type Answer, sendsAll } from './sent-spans.ts'

type SavedFile = {
  counted: CountedRequest
  postId: string
  format: SaveFormat
  userId: string | null
}

type FileRequest = SavedFile & {
  /** Names the link and what is sent by it. Null if that is never sent in parts. */
  file: string | null
  /** True if the link is for opening the file, false for saving it. */
  opens: boolean
  range: string | null
  /** True if the link has expired. */
  onlyContinues: boolean
}

type Ending = Pick<Answer, 'whole' | 'bytes'> & {
  /** Cut off by an operator or the server's stop, or to make room for others. Null if it wasn't. */
  cut: 'cut by operator' | 'too_many_in_all' | null
  /** The visitor closed the connection. */
  left: boolean
}

export type SaveCount = {
  refused(cause: SaveCause): void
  /** Must be called before the file is sent. */
  begins(): void
  /**
   * Counts an answer with the file or a piece of it, which `goesOn` if another one can send the
   * rest. Returns whether all of the file was sent. Never rejects.
   */
  ended(
    sent: Pick<Answer, 'piece' | 'length'> & { goesOn: boolean },
    ending: Ending,
  ): Promise<boolean>
}

/**
 * Counts the outcome of a request for a file. A file that one answer sends whole counts at its end.
 * Of several answers for one link, those that together send all of it count as one download. What a
 * page fetches for the share sheet counts once it was shared. A break, and a piece
 * that found no free slot, count as a failure once the download can't go on.
 */
export function saveCount(request: FileRequest): SaveCount {
  const { counted, postId, format, file, opens, range } = request
  const role = roleOf(request)
  const start = performance.now()
  const ms = () => performance.now() - start
  const event = () => saveEvent(counted, postId, format)
  const fail = (cause: SaveCause, bytes = 0) => {
    if (isFailure(cause, request)) countSave(event(), { error: cause, bytes, ms: ms() })
  }
  const save = () => (file === null ? null : partialSave(counted, { file, opens }))
  return {
    refused(cause) {
      const counts = role === 'saves' || role === 'opens'
      if (!counts || !isFailure(cause, request)) return
      const noSlot = cause === 'too_many_here' || cause === 'too_many_in_all'
      const partial = noSlot && role === 'saves' && range !== null ? save() : null
      if (partial === null) return fail(cause)
      // The file's other pieces go on, and its program asks for this one again.
      const nothing = { piece: null, length: null, range, whole: false, bytes: 0 }
      void noteAnswer(partial, newSave(role, event), { ...nothing, failure: cause })
    },
    begins() {
      const opened = role === 'opens' ? save() : null
      if (opened !== null) void noteBegun(opened, { event: event(), wanted: true })
    },
    async ended({ piece, length, goesOn }, { whole, bytes, cut, left }) {
      const isAll = sendsAll({ piece, whole })
      if (role === 'shows' || (role === 'plays' && range === null)) return isAll
      const cause = cut ?? 'not sent whole'
      // Nearly every download, which needs no row.
      const isPlain = role === 'saves' && (!goesOn || (isAll && range === null))
      const partial = isPlain ? null : save()
      const brokeOff = role === 'saves' || cut !== null || !left
      const failure: FailureCode | null = whole || role === 'fetches' || !brokeOff ? null : cause
      if (partial !== null) {
        const fresh = isAll && role === 'saves' ? null : newSave(role, event)
        const answer = { piece, length, range, whole, bytes, failure }
        const noted = await noteAnswer(partial, fresh, answer)
        if (noted?.download) countWhole(request, { ...noted.download, ms: ms() })
        if (noted !== null) return noted.complete
      }
      const counts = role === 'saves' || role === 'opens'
      if (counts && isAll) countWhole(request, { event: event(), bytes, ms: ms() })
      else if (role === 'saves' && !whole) fail(cause, bytes)
      return isAll
    },
  }
}

/** Counts a file that a page has fetched and its visitor has shared, once per link. */
export async function countShared(request: SavedFile & { file: string }): Promise<void> {
  const { counted, postId, format, file } = request
  if (counted.operator) return
  const fetched = partialSave(counted, { file, opens: true })
  const noted = await noteShared(fetched, saveEvent(counted, postId, format))
  if (noted?.download) countWhole(request, { ...noted.download, ms: 0 })
}

function countWhole(
  { postId, format, userId }: SavedFile,
  { event, bytes, ms }: { event: AnalyticsEvent | null; bytes: number; ms: number },
): void {
  countSave(event, { error: null, bytes, ms })
  countDownload(postId, format)
  if (userId !== null) void countUserDownload(userId)
}

/** A request's purpose: a player asks for parts of an opened file, and pages show some files. */
type Role = 'saves' | 'opens' | 'plays' | 'fetches' | 'shows'

function roleOf({ counted, opens, onlyContinues }: FileRequest): Role {
  if (!opens) return 'saves'
  const { headers, method, operator } = counted
  // Operators who look at posts in the back office don't count.
  if (method === 'HEAD' || operator) return 'shows'
  const destination = headers.get('sec-fetch-dest')
  if (destination === 'empty') return 'fetches'
  // Safari before 16.4 doesn't send Sec-Fetch-Dest, but only its windows ask for HTML too.
  const isWindow =
    destination === null
      ? headers.get('accept')?.includes('text/html') === true
      : destination === 'document'
  return isWindow && !onlyContinues ? 'opens' : 'plays'
}

function newSave(role: Role, event: () => AnalyticsEvent | null): NewSave | null {
  return role === 'plays' ? null : { event: event(), wanted: role !== 'fetches' }
}

/** Leaving isn't a failure, and a file's later pieces have counted with its first. */
function isFailure(cause: SaveCause, { counted, range }: FileRequest): cause is FailureCode {
  if (cause === 'aborted' || cause === 'media: aborted' || cause === 'sound: aborted') return false
  return counted.method !== 'HEAD' && (range === null || range.startsWith('bytes=0-'))
}
