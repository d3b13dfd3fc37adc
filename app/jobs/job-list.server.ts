import { type Kysely, type Selectable, sql } from 'kysely'
import { onTopicTold, topicChanged } from '#app/live/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { Database, JobsTable } from '#db/schema.ts'
import { type JobKind, type RecurringKind, recurringKinds } from './job.ts'
import { enqueue, now } from './queue.server.ts'
import { makeDue, type RequestedRun } from './recurring.server.ts'

const columns = ['id', 'kind', 'attempts', 'error', 'finished_at'] as const

/** A job that failed for good; times in unix milliseconds. */
export type FailedJob = CamelKeys<Pick<Selectable<JobsTable>, (typeof columns)[number]>>

/** Newest first. */
export async function failedJobs(limit = 50): Promise<FailedJob[]> {
  const rows = await reads
    .selectFrom('jobs')
    .select(columns)
    .where('state', '=', 'failed')
    .orderBy('finished_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(camelKeys)
}

export type KindCount = { kind: string; waiting: number; running: number }

/** Without recurring work that isn't due yet. */
export async function countJobs(): Promise<KindCount[]> {
  const rows = await reads
    .selectFrom('jobs')
    .select((eb) => ['kind', 'state', eb.fn.countAll<number>().as('n')])
    .where('state', 'in', ['waiting', 'running'])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'running'),
        eb('run_at', '<=', now()),
        eb('kind', 'not in', recurringKinds),
      ]),
    )
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .execute()
  const counts = new Map<string, KindCount>()
  for (const { kind, state, n } of rows) {
    const count = counts.get(kind) ?? { kind, waiting: 0, running: 0 }
    if (state === 'running') count.running = n
    else count.waiting = n
    counts.set(kind, count)
  }
  return [...counts.values()]
}

/** Queues a failed job again with all its attempts. Returns its kind; null if it is gone. */
export async function tryJobAgain(trx: Kysely<Database>, id: number): Promise<string | null> {
  const job = await deleteFailed(trx, id)
  if (job === null) return null
  const { kind, key, payload } = job
  if (isRecurring(kind)) await makeDue(trx, kind)
  // `enqueue` stored it under this kind.
  else
    await enqueue(trx, kind as JobKind, [
      { payload: JSON.parse(payload), ...(key !== null && { key }) },
    ])
  return kind
}

const isRecurring = (kind: string): kind is RecurringKind =>
  (recurringKinds as readonly string[]).includes(kind)

export async function dismissJob(trx: Kysely<Database>, id: number): Promise<string | null> {
  return (await deleteFailed(trx, id))?.kind ?? null
}

async function deleteFailed(trx: Kysely<Database>, id: number) {
  const job = await trx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning(['kind', 'payload', 'key'])
    .executeTakeFirst()
  topicChanged('jobs')
  return job ?? null
}

/** Returns the unfinished jobs of recurring kinds: one of each kind that is on. */
export function plannedJobs() {
  return reads
    .selectFrom('jobs')
    .select(['kind', 'state', 'run_at'])
    .where('kind', 'in', recurringKinds)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}

/** A recurring kind's last run; times in unix milliseconds. */
export type LastRun = {
  kind: string
  startedAt: number
  /** Null for a run that failed and is being retried. */
  finishedAt: number | null
  /** Null if it succeeded. */
  error: string | null
}

/** Returns the last run of each recurring kind that has run. */
export async function lastRuns(
  kinds: readonly RecurringKind[] = recurringKinds,
): Promise<LastRun[]> {
  const newest = kinds.map(
    (kind) => sql<number>`(select id from jobs
      where state = 'done' and kind = ${kind} and run_at <= ${now()}
      order by run_at desc, id desc limit 1)`,
  )
  const rows = await reads
    .selectFrom('jobs')
    .select(['kind', 'started_at', 'finished_at', 'error'])
    .where('kind', 'in', kinds)
    .where('started_at', 'is not', null)
    .$narrowType<{ started_at: number }>()
    .where((eb) =>
      eb.or([
        eb('id', 'in', newest),
        eb.and([eb('state', '<>', 'done'), eb('error', 'is not', null)]),
      ]),
    )
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  const last = new Map(rows.map((row) => [row.kind, row]))
  return [...last.values()].map(camelKeys)
}

export async function lastRun(kind: RecurringKind): Promise<LastRun | null> {
  return (await lastRuns([kind]))[0] ?? null
}

const longestRunMs = 2 * hourMs

/**
 * Resolves with the error of a requested run, at any process; null if it succeeded. Stays pending
 * if it takes too long.
 */
export function endOf({ id, attempts }: RequestedRun): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = onTopicTold(() => {
      look().catch((error: unknown) => log.error({ err: error }, 'end of a job not read'))
    })
    setTimeout(stop, longestRunMs).unref()
    async function look(): Promise<void> {
      const row = await db
        .selectFrom('jobs')
        .select(['state', 'attempts', 'error'])
        .where('id', '=', id)
        .executeTakeFirst()
      const hasFailed = row?.state === 'waiting' && row.attempts > attempts && row.error !== null
      if (row !== undefined && !hasFailed && ['waiting', 'running'].includes(row.state)) return
      stop()
      resolve(row?.error ?? null)
    }
  })
}
