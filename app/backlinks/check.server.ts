import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely, Selectable } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { onTopicTold, topicChanged } from '#app/live/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { outboundClient } from '#app/outbound/client.server.ts'
import { dayMs, minuteMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { BacklinkStatus, BacklinksTable, Database } from '#db/schema.ts'
import { backlinkObject } from './audit-objects.ts'
import { bulkLimit } from './backlink.server.ts'
import { enqueueChecks } from './check-queue.server.ts'
import { recordCheck } from './check-record.server.ts'
import { createLinkChecker } from './checker/link-checker.server.ts'

/**
 * One job checks all backlinks marked for a check, eight at a time and of eight domains, so that a
 * single process paces the requests to each host.
 */

/** Minimum milliseconds between two requests to the same host, and after its answer to one. */
const intervalMs = 2_000

const linkChecker = createLinkChecker({
  client: outboundClient,
  siteHost: new URL(env.APP_URL).host,
  userAgent: `Cleanclip-LinkCheck/1.0 (+${env.APP_URL})`,
  agentToken: 'Cleanclip-LinkCheck',
  intervalMs,
  timeoutMs: 10_000,
  maxBytes: 1024 ** 2,
})

const concurrency = 8
/** Max pending checks requested by operators, besides those of new backlinks. */
const queueLimit = 2_000
/** The weekly run, also one resumed after a restart, skips backlinks checked within this time. */
const freshMs = dayMs
/** The longest wait before the marks are read again. */
const pollMs = 250
const retryMs = 5 * minuteMs
const maxTries = 5

type ChecksRequest =
  | {
      ok: true
      requested: number
      /** Backlinks per status once all are checked. Never settles if the server stops first. */
      done: Promise<Partial<Record<BacklinkStatus, number>>>
    }
  | { ok: false; problem: 'queue_full' }

/** Marks backlinks for a check, unless too many are pending. Returns the number marked. */
export async function requestChecks(ids: readonly number[], actor: Actor): Promise<ChecksRequest> {
  const requested = await transact(async (trx) => {
    const marked = await markForCheck(trx, ids.slice(0, bulkLimit))
    await recordAudit(
      (marked ?? []).map(({ seq, domain }) => ({
        actor,
        action: 'backlink.check_requested' as const,
        object: backlinkObject(seq, domain),
      })),
      trx,
    )
    return marked?.map(({ seq }) => seq) ?? null
  })
  if (requested === null) return { ok: false, problem: 'queue_full' }
  const done = untilChecked(requested).then(() => statusesOf(requested))
  return { ok: true, requested: requested.length, done }
}

/**
 * Marks up to `bulkLimit` existing backlinks for a check inside a transaction, and returns them.
 * Returns null if too many are pending.
 */
export async function markForCheck(
  trx: Kysely<Database>,
  ids: readonly number[],
): Promise<{ seq: number; domain: string }[] | null> {
  const { waiting } = await trx
    .selectFrom('backlinks')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('check_requested_at', 'is not', null)
    .where('last_checked_at', '>', 0)
    .executeTakeFirstOrThrow()
  if (waiting + ids.length > queueLimit) return null
  const marked = await trx
    .updateTable('backlinks')
    .set({ check_requested_at: Date.now() })
    .where('seq', 'in', ids)
    .returning(['seq', 'domain'])
    .execute()
  await enqueueChecks(trx)
  return marked
}

export const startWeeklyChecks = () => enqueueChecks(db, true)

/** Resolves once none of the backlinks is marked, whichever process checks them. */
function untilChecked(ids: number[]): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = onTopicTold(async () => {
      try {
        const marked = db.selectFrom('backlinks').select('seq').where('seq', 'in', ids)
        const left = marked.where('check_requested_at', 'is not', null)
        if ((await left.executeTakeFirst()) !== undefined) return
        stopListening()
        resolve()
      } catch (error) {
        log.error({ err: error }, 'pending checks not read')
      }
    })
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

/** Returns the wait after that many attempts; null after the last one. */
export function checksRetryMs(attempts: number): number | null {
  return attempts < maxTries ? retryMs : null
}

/** Throws if a check couldn't be recorded, after all others. Its backlink stays marked. */
export async function runChecks(job: Job<'link-checks'>): Promise<void> {
  const staleBefore = job.payload.weekly ? Date.now() - freshMs : 0
  // One link of a domain at a time, and none in the interval after: waiting ones would take up all
  // eight places.
  const running = new Map<string, Promise<void>>()
  const endedAt = new Map<string, number>()
  const failed = new Map<number, unknown>()
  // Keeps the job for an interval, in case another process asks the same host next.
  const isDone = () => running.size === 0 && (job.signal.aborted || endedAt.size === 0)
  try {
    for (;;) {
      for (const [domain, at] of endedAt) {
        if (performance.now() - at >= intervalMs) endedAt.delete(domain)
      }
      while (!job.signal.aborted && running.size < concurrency) {
        const busy = [...running.keys(), ...endedAt.keys()]
        const row = await nextBacklink([...failed.keys()], busy, staleBefore)
        if (row === undefined) break
        const run = checkOne(row, job)
          .catch((error: unknown) => {
            failed.set(row.seq, error)
            log.warn({ err: error, backlink: row.seq }, 'backlink not checked')
          })
          .finally(() => {
            running.delete(row.domain)
            endedAt.set(row.domain, performance.now())
            topicChanged('checks')
          })
        running.set(row.domain, run)
      }
      if (isDone()) break
      await Promise.race([...running.values(), wait(pollMs, undefined, { ref: false })])
    }
  } finally {
    await Promise.all(running.values())
  }
  for (const error of failed.values()) throw error
}

/** Returns a marked backlink, of the last request, else one not checked since `staleBefore`. */
async function nextBacklink(except: number[], busyDomains: string[], staleBefore: number) {
  const others = db
    .selectFrom('backlinks')
    .select(['seq', 'url', 'domain'])
    .where('seq', 'not in', except)
    .where('domain', 'not in', busyDomains)
  const marked = await others
    .where('check_requested_at', 'is not', null)
    .orderBy('check_requested_at', 'desc')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  if (marked !== undefined) return marked
  return others
    .where('check_requested_at', 'is', null)
    .where('last_checked_at', '<', staleBefore)
    .orderBy('last_checked_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
}

async function checkOne(
  { seq, url }: Pick<Selectable<BacklinksTable>, 'seq' | 'url'>,
  job: Job<'link-checks'>,
): Promise<void> {
  const check = await linkChecker.check(url, job.signal)
  if (check !== null) await job.write((trx) => recordCheck(trx, { seq, url }, check))
}
