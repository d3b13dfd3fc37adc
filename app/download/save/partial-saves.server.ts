import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type AnalyticsEvent, noFacts } from '#app/analytics/batch.server.ts'
import type { FailureCode } from '#app/analytics/code-names.ts'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import { withOutcome } from '#app/analytics/count-saves.server.ts'
import { putIntoInbox } from '#app/analytics/inbox.server.ts'
import { networkOf } from '#app/http/ip-address.ts'
import { log } from '#app/observe/log.server.ts'
import { deriveKeys, sign } from '#app/secrets/secrets.server.ts'
import { continuedMs } from '#app/secrets/signed-link.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { eventsDb, transactEvents } from '#db/engine.ts'
import type { Database, PartialSavesTable } from '#db/schema.ts'
import { type Answer, isAll, type Sent, withAnswer } from './sent-spans.ts'

/**
 * Files that visitors fetch in several answers, as browsers do after a break, download managers and
 * players. All requests for one file of one link are one download, whichever process answers them.
 */

const keys = deriveKeys('partial saves')

/** A link works for ten minutes, and then lets a download go on; a running answer ends later. */
const keptMs = continuedMs + 15 * minuteMs

/** Max files, so that no one fills the table. The oldest make room for new ones. */
const perNetwork = 500
const inAll = 20_000

/** Names a file in the table. */
export type PartialSave = { key: string; networkHash: string }

/**
 * `file`: its link and what is sent by it. A link that saves is one visitor's, whose network can
 * change on the way. One that `opens` a file is each network's own.
 */
export function partialSave(
  { address }: Pick<CountedRequest, 'address'>,
  { file, opens }: { file: string; opens: boolean },
): PartialSave {
  const network = networkOf(address)
  const key = sign(keys, opens ? `${network}\n${file}` : file)
  return { key, networkHash: sign(keys, network) }
}

/** A file that the table doesn't have yet. `wanted`: false if only a page's script asks for it. */
export type NewSave = { event: AnalyticsEvent | null; wanted: boolean }

type Noted = {
  /** All of the file was sent. */
  complete: boolean
  /** The event to count if it has just become a download. Null if it hasn't. */
  download: { event: AnalyticsEvent | null; bytes: number } | null
}

/** True if a network has opened a file that its link still lets go on. */
export async function isBegun({ key }: PartialSave): Promise<boolean> {
  const row = await eventsDb
    .selectFrom('partial_saves')
    .select('wanted')
    .where('key', '=', key)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst()
  return row?.wanted === 1
}

/** Notes a file whose player can ask for parts of it before its first answer ends. */
export function noteBegun(save: PartialSave, fresh: NewSave): Promise<Noted | null> {
  return noted(save, fresh, 0, () => ({ complete: false }))
}

/**
 * Adds what an answer sent; `failure` is why it broke off. Returns null if nothing of the file was
 * noted before and `fresh` is null, or if the database fails.
 */
export function noteAnswer(
  save: PartialSave,
  fresh: NewSave | null,
  answer: Answer & { failure: FailureCode | null },
): Promise<Noted | null> {
  return noted(save, fresh, answer.bytes, (row) => {
    const before: Sent = { spans: JSON.parse(row.spans), total: row.total }
    const sent = withAnswer(before, answer)
    return {
      complete: row.saved === 1 || isAll(sent),
      change: {
        spans: JSON.stringify(sent.spans),
        total: sent.total,
        failure: answer.failure ?? row.failure,
      },
    }
  })
}

/** Notes that a file which a page has fetched was handed over. */
export function noteShared(save: PartialSave, event: AnalyticsEvent | null): Promise<Noted | null> {
  return noted(save, { event, wanted: true }, 0, () => ({ complete: true }))
}

type Row = PartialSavesTable
type Change = { complete: boolean; change?: Partial<Row> }

const writes = new Set<Promise<unknown>>()

/** Waits until what was sent so far is noted. */
export async function partialSavesNoted(): Promise<void> {
  await Promise.all(writes)
}

async function noted(
  save: PartialSave,
  fresh: NewSave | null,
  bytes: number,
  changeOf: (row: Row) => Change,
): Promise<Noted | null> {
  const write = transactEvents(async (trx): Promise<Noted | null> => {
    const row = await lockedRow(trx, save, fresh, bytes)
    if (row === null) return null
    const { complete, change = {} } = changeOf(row)
    const isDownload = complete && row.wanted === 1 && row.saved === 0
    await trx
      .updateTable('partial_saves')
      .set({ ...change, saved: isDownload ? 1 : row.saved })
      .where('key', '=', row.key)
      .execute()
    const download = isDownload ? { event: eventOf(row), bytes: row.bytes } : null
    return { complete, download }
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'a part of a download was not noted')
    return null
  })
  writes.add(write)
  return write.finally(() => writes.delete(write))
}

const nothingSent = { saved: 0, spans: '[]', total: null, bytes: 0, failure: null }

/** Adds an answer's bytes to a file's row, which this locks for other processes, and returns it. */
async function lockedRow(
  trx: Kysely<Database>,
  { key, networkHash }: PartialSave,
  fresh: NewSave | null,
  bytes: number,
): Promise<Row | null> {
  const update = () =>
    trx
      .updateTable('partial_saves')
      .set((eb) => ({
        bytes: eb('bytes', '+', bytes),
        ...(fresh?.wanted === true && { wanted: 1 }),
      }))
      .where('key', '=', key)
      .returningAll()
      .executeTakeFirst()
  const known = await update()
  if (known !== undefined || fresh === null) return known ?? null
  await makeRoom(trx, perNetwork, networkHash)
  await makeRoom(trx, inAll)
  await trx
    .insertInto('partial_saves')
    .values({
      ...nothingSent,
      key,
      network_hash: networkHash,
      wanted: fresh.wanted ? 1 : 0,
      event: fresh.event === null ? null : JSON.stringify(fresh.event),
      expires_at: Date.now() + keptMs,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await update()) ?? null
}

async function makeRoom(trx: Kysely<Database>, most: number, networkHash?: string): Promise<void> {
  const all = trx.selectFrom('partial_saves')
  const rows = networkHash === undefined ? all : all.where('network_hash', '=', networkHash)
  const count = rows.select((eb) => eb.fn.countAll<number>().as('n'))
  const { n } = await count.executeTakeFirstOrThrow()
  if (n < most) return
  const oldest = rows
    .select('key')
    .orderBy('expires_at')
    .limit(n - most + 1)
  await trx.deleteFrom('partial_saves').where('key', 'in', oldest).execute()
}

function eventOf({ event }: Pick<Row, 'event'>): AnalyticsEvent | null {
  return event === null ? null : { ...noFacts, ...JSON.parse(event) }
}

const step = 500

/**
 * Removes files that can't go on, and counts those that broke off for good as failed
 * downloads. For a job.
 */
export async function endPartialSaves(): Promise<void> {
  for (;;) {
    const ended = await transactEvents(async (trx) => {
      const rows = await trx
        .deleteFrom('partial_saves')
        .where('key', 'in', (eb) =>
          eb
            .selectFrom('partial_saves')
            .select('key')
            .where('expires_at', '<', Date.now())
            .orderBy('expires_at')
            .limit(step),
        )
        .returningAll()
        .execute()
      const events = rows.flatMap(failureOf)
      if (events.length > 0) await putIntoInbox(trx, events, randomUUID())
      return rows.length
    })
    if (ended < step) return
  }
}

function failureOf(row: Row): AnalyticsEvent[] {
  const { failure, saved, wanted, bytes } = row
  const event = eventOf(row)
  if (event === null || failure === null || saved === 1 || wanted === 0) return []
  return [withOutcome(event, { error: failure as FailureCode, bytes, ms: 0 })]
}
