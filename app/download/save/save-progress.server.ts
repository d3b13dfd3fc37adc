import { LRUCache } from 'lru-cache'
import { env } from '#app/env.server.ts'
import { log } from '#app/observe/log.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import type { LinkCheck } from '#app/secrets/signed-link.server.ts'
import { hourMs, minuteMs } from '#app/time/durations.ts'
import { databaseIsShared, databaseNow, db } from '#db/engine.ts'
import type { SavedMark } from '#db/schema.ts'
import { isUnderWay, type SaveProgress } from './save-progress.ts'
import type { SaveRefusal } from './save-refusal.ts'
import type { Piece } from './sent-spans.ts'

/** A download that a page follows. A browser can fetch it in several requests. */
type Save = {
  /** Bytes of the answers that have ended. */
  bytes: number
  complete: boolean
  /** Byte counters of the answers being sent. */
  sending: Set<() => number>
  /** The number of requests whose file is being opened. */
  opening: number
  total: number | null
  ended: SaveProgress
}

/** Entries cost a request within the limits, so one network can't push out others' entries. */
const saves = new LRUCache<string, Save>({ max: 5_000, ttl: hourMs, updateAgeOnGet: true })

/**
 * Identifies a download by its link's signature and the ticket that the page added when it was
 * pressed. Null without a ticket. `query` must have a checked signature.
 */
export function saveId(query: URLSearchParams): string | null {
  const [signature, ticket] = [query.get('s'), query.get('t')]
  if (signature === null || ticket === null || !/^[a-z0-9]{16,40}$/.test(ticket)) return null
  return sha256(`${signature} ${ticket}`)
}

/** Reports one request's progress with its download. */
export type SaveReport = {
  opening(): void
  refused(refusal: SaveRefusal): void
  /**
   * Call when an answer begins. `length` is its body's, null if unknown; `sent` counts the bytes
   * that have left.
   */
  sends(piece: Piece | null, length: number | null, sent: () => number): void
  /** `complete`: all of the file was sent, in this answer and earlier ones. */
  ended(answer: { whole: boolean; bytes: number; complete: boolean }): void
}

/** Records the request's download for the pages that follow it. */
export function reportSave(id: string, headers: Pick<Headers, 'get'>): SaveReport {
  const direct = sentMark(headers) === 'saved'
  let counter: (() => number) | null = null
  const change = (work: (save: Save) => void) => {
    const save = saves.get(id) ?? newSave()
    work(save)
    saves.set(id, save)
    if (databaseIsShared) changed(id)
  }
  return {
    opening: () => change((save) => save.opening++),
    refused: (refusal) =>
      change((save) => {
        save.opening--
        save.ended = { state: 'refused', refusal }
      }),
    sends: (piece, length, sent) =>
      change((save) => {
        save.opening--
        save.total ??= piece === null ? length : piece.total
        counter = sent
        save.sending.add(sent)
      }),
    ended: (answer) =>
      change((save) => {
        if (counter === null) save.opening--
        else save.sending.delete(counter)
        save.bytes += answer.bytes
        save.complete ||= answer.complete
        save.ended =
          answer.whole && save.complete ? { state: 'sent', direct } : { state: 'stopped' }
      }),
  }
}

const { protocol, host } = new URL(env.APP_URL)

/**
 * Returns the meaning of a fully sent answer: a proxy that passed it on may still hold some. Some
 * proxies send none of these headers, but only a proxy answers https, and many change the host.
 */
export function sentMark(headers: Pick<Headers, 'get'>): SavedMark {
  const names = ['via', 'forwarded', 'x-forwarded-for', 'x-real-ip']
  const isDirect = protocol === 'http:' && headers.get('host') === host
  return isDirect && names.every((name) => headers.get(name) === null) ? 'saved' : 'sent'
}

function newSave(): Save {
  return {
    bytes: 0,
    complete: false,
    sending: new Set(),
    opening: 0,
    total: null,
    ended: { state: 'unknown' },
  }
}

function progressOf({ bytes, sending, opening, total, ended }: Save): SaveProgress {
  if (sending.size > 0) {
    const sent = [...sending].reduce((sum, count) => sum + count(), bytes)
    return { state: 'sending', sent: Math.min(sent, total ?? sent), total }
  }
  return opening > 0 ? { state: 'opening' } : ended
}

/** A process that hasn't written for this long has ended or hangs. */
const silentMs = 10_000

/** Answers a page that follows its download, which can outlast its link. */
export async function progressAnswer(link: LinkCheck, query: URLSearchParams): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' }
  if (link === 'invalid') return new Response(null, { status: 403, headers })
  return Response.json(await saveProgress(saveId(query)), { headers })
}

/** Returns a download's progress, whichever process sends it. */
export async function saveProgress(id: string | null): Promise<SaveProgress> {
  if (id === null) return { state: 'unknown' }
  const here = saves.get(id)
  if (here !== undefined) return progressOf(here)
  if (!databaseIsShared) return { state: 'unknown' }
  const row = await db
    .selectFrom('save_progress')
    .select((eb) => ['progress', eb(databaseNow, '-', eb.ref('at')).as('age')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return { state: 'unknown' }
  const progress: SaveProgress = JSON.parse(row.progress)
  return isUnderWay(progress) && Number(row.age) > silentMs ? { state: 'stopped' } : progress
}

/** The interval for writing this process's progress for the others. */
const tellMs = 1_000
const rowsAtOnce = 200

/** Downloads with progress that isn't written yet, or that are still running. */
const untold = new Set<string>()
let isTelling = false
let clearedAt = Number.NEGATIVE_INFINITY

function changed(id: string): void {
  untold.add(id)
  if (isTelling) return
  isTelling = true
  setTimeout(() => void tellOthers(), tellMs).unref()
}

async function tellOthers(): Promise<void> {
  const ids = [...untold]
  untold.clear()
  const rows = ids.flatMap((id) => {
    const save = saves.peek(id)
    if (save === undefined) return []
    if (save.sending.size > 0 || save.opening > 0) untold.add(id)
    return { id, progress: JSON.stringify(progressOf(save)), at: databaseNow }
  })
  try {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await db
        .insertInto('save_progress')
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            progress: eb.ref('excluded.progress'),
            at: eb.ref('excluded.at'),
          })),
        )
        .execute()
    }
    if (performance.now() - clearedAt > minuteMs) {
      clearedAt = performance.now()
      await db
        .deleteFrom('save_progress')
        .where('at', '<', (eb) => eb(databaseNow, '-', eb.val(hourMs)))
        .execute()
    }
  } catch (error) {
    for (const id of ids) untold.add(id)
    log.warn({ err: error }, 'progress of downloads not shared')
  }
  isTelling = untold.size > 0
  if (isTelling) setTimeout(() => void tellOthers(), tellMs).unref()
}
