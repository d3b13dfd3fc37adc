import type { Kysely, Selectable } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { outboundClient } from '#app/outbound/client.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { databaseIsShared, db, transact } from '#db/engine.ts'
import type { BacklinkStatus, BacklinksTable, Database } from '#db/schema.ts'
import { bulkLimit, objectOf } from './backlink.server.ts'
import { recordCheck } from './check-record.server.ts'
import { createLinkChecker } from './checker/link-checker.server.ts'

/**
 * Checks run in the background, at one of several processes. What is to be checked is marked in the
 * database, so that a stop forgets nothing, and memory holds no more than the checks that run.
 */

const linkChecker = createLinkChecker({
  client: outboundClient,
  siteHost: new URL(env.APP_URL).host,
  userAgent: `Cleanclip-LinkCheck/1.0 (+${env.APP_URL})`,
  agentToken: 'Cleanclip-LinkCheck',
  intervalMs: 2_000,
  timeoutMs: 10_000,
  maxBytes: 1024 ** 2,
})

const concurrency = 8
/** Marks of operators that may wait at once. */
const queueLimit = 2_000
const staleStep = 200
/** What was checked so lately needs no check by this run, nor by one that goes on after a stop. */
const freshMs = dayMs

export type ChecksRequest =
  | {
      ok: true
      requested: number
      /** How many have which status once all were checked. Never settles if the server stops first. */
      done: Promise<Partial<Record<BacklinkStatus, number>>>
    }
  | { ok: false; problem: 'queue_full' }

/** Marks backlinks for a check, unless too many wait already; gives how many were marked. */
export async function requestChecks(ids: readonly number[], actor: Actor): Promise<ChecksRequest> {
  const requested = await transact(async (trx) => {
    const marked = await markForCheck(trx, ids.slice(0, bulkLimit))
    await recordAudit(
      (marked ?? []).map((seq) => ({
        actor,
        action: 'backlink.check_requested' as const,
        object: objectOf(seq),
      })),
      trx,
    )
    return marked
  })
  if (requested === null) return { ok: false, problem: 'queue_full' }
  const { promise, resolve } = Promise.withResolvers<void>()
  if (requested.length > 0) asked.add({ left: new Set(requested), resolve })
  wakeChecks()
  topicChanged('checks')
  const done = promise.then(() => statusesOf(requested))
  return { ok: true, requested: requested.length, done }
}

/**
 * Marks up to `bulkLimit` for a check inside a transaction, and returns those that are there; null if
 * too many wait already. Once it is committed, the caller has to call `wakeChecks`.
 */
export async function markForCheck(
  trx: Kysely<Database>,
  ids: readonly number[],
): Promise<number[] | null> {
  const { waiting } = await trx
    .selectFrom('backlinks')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('check_requested_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (waiting + ids.length > queueLimit) return null
  const rows = await trx
    .updateTable('backlinks')
    .set({ check_requested_at: Date.now() })
    .where('seq', 'in', ids)
    .returning('seq')
    .execute()
  await signals.raise(trx, 'checks')
  return rows.map(({ seq }) => seq)
}

/** What operators asked for here and was not checked yet. */
const asked = new Set<{ left: Set<number>; resolve: () => void }>()

/** Notes that a backlink was checked; without one, that nothing waits any more. */
function noteChecked(seq?: number): void {
  topicChanged('checks')
  if (!checks) return
  crossOff((left) => (seq === undefined ? left.clear() : left.delete(seq)))
}

/** Takes what was checked off all requests, and ends those of which nothing is left. */
function crossOff(take: (left: Set<number>) => unknown): void {
  for (const request of asked) {
    take(request.left)
    if (request.left.size > 0) continue
    asked.delete(request)
    request.resolve()
  }
}

/** Notes what another process has checked of what was asked for here. */
async function noteCheckedElsewhere(): Promise<void> {
  if (checks || asked.size === 0) return
  const rows = await db
    .selectFrom('backlinks')
    .select('seq')
    .where('seq', 'in', [...new Set([...asked].flatMap(({ left }) => [...left]))])
    .where('check_requested_at', 'is not', null)
    .execute()
  const waiting = new Set(rows.map(({ seq }) => seq))
  crossOff((left) => {
    for (const seq of left) if (!waiting.has(seq)) left.delete(seq)
  })
}

async function statusesOf(ids: number[]): Promise<Partial<Record<BacklinkStatus, number>>> {
  const rows = await db
    .selectFrom('backlinks')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .where('seq', 'in', ids)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

/** Checks every backlink that was not checked in the last day. For a job. */
export async function weeklyLinkCheck(signal: AbortSignal): Promise<void> {
  const cutoff = Date.now() - freshMs
  while (!signal.aborted) {
    const { numUpdatedRows } = await db
      .updateTable('backlinks')
      .set({ check_requested_at: Date.now() })
      .where('seq', 'in', (eb) =>
        eb
          .selectFrom('backlinks')
          .select('seq')
          .where('last_checked_at', '<', cutoff)
          .where('check_requested_at', 'is', null)
          .orderBy('last_checked_at')
          .limit(staleStep),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    topicChanged('checks')
    await wakeChecks()
  }
}

let working: Promise<void> | null = null
let wokenAgain = false
/** Whether this process is the one that checks. */
let checks = false
let stop = new AbortController()

/**
 * Works off all that is marked, what an earlier stop left over too; settles when nothing is. Does
 * nothing at a process that doesn't check: the mark has told the one that does.
 */
export function wakeChecks(): Promise<void> {
  if (!checks) return Promise.resolve()
  wokenAgain = true
  working ??= workOff()
  return working
}

/** Hears what other processes mark and check. For the start of the server. */
export function listenForChecks(): void {
  signals.on('checks', () => void wakeChecks())
  signals.on('live.checks', noteCheckedElsewhere)
}

/** Checks from now on what is marked. */
export function startChecks(): void {
  checks = true
  stop = new AbortController()
  // A job does it within minutes, but operators may be waiting for what another process was about.
  if (databaseIsShared) void wakeChecks()
}

/** Ends the checks that run. Their marks stay for the next start, or for another process. */
export async function stopChecks(): Promise<void> {
  checks = false
  stop.abort()
  await working
}

async function workOff(): Promise<void> {
  const running = new Map<number, Promise<void>>()
  // Not tried again before the next waking, so that no fault of ours makes it turn in circles.
  const failed = new Set<number>()
  try {
    while (wokenAgain) {
      wokenAgain = false
      do {
        const free = stop.signal.aborted ? 0 : concurrency - running.size
        for (const row of await nextMarked(free, [...running.keys(), ...failed])) {
          const run = checkOne(row, stop.signal)
            .catch((error: unknown) => {
              failed.add(row.seq)
              log.error({ err: error, backlink: row.seq }, 'backlink not checked')
            })
            .finally(() => {
              running.delete(row.seq)
              noteChecked(row.seq)
            })
          running.set(row.seq, run)
        }
        if (running.size > 0) await Promise.race(running.values())
      } while (running.size > 0)
    }
  } catch (error) {
    log.error({ err: error }, 'backlinks not checked')
    await Promise.all(running.values())
  } finally {
    working = null
    noteChecked()
  }
}

/** The last marked first: an operator who waits comes before the weekly round. */
async function nextMarked(limit: number, except: number[]) {
  if (limit === 0) return []
  return db
    .selectFrom('backlinks')
    .select(['seq', 'url'])
    .where('check_requested_at', 'is not', null)
    .where('seq', 'not in', except)
    .orderBy('check_requested_at', 'desc')
    .orderBy('seq')
    .limit(limit)
    .execute()
}

async function checkOne(
  { seq, url }: Pick<Selectable<BacklinksTable>, 'seq' | 'url'>,
  signal: AbortSignal,
): Promise<void> {
  const check = await linkChecker.check(url, signal)
  if (check !== null) await recordCheck(seq, url, check)
}
