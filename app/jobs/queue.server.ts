import { randomUUID } from 'node:crypto'
import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { steadyNow } from '#app/time/steady-clock.ts'
import { afterCommit } from '#db/after-commit.ts'
import { databaseIsShared, databaseNow, transact, transactEvents, upkeepDb } from '#db/engine.ts'
import type { Database, JobsTable } from '#db/schema.ts'
import type { JobKind, JobPayloads } from './job.ts'

/** The jobs table. Only this folder changes its rows. */

const claimMs = 6_000
const longestError = 500
const keysAtOnce = 500

/** The clock shared by all processes: the database's, or the local one that never goes back. */
export const now = (): Expression<number> => (databaseIsShared ? databaseNow : sql.val(steadyNow()))
export const nowPlus = (ms: number) => sql<number>`${now()} + ${sql.lit(ms)}`

type Listener = (kind: string) => void
const listeners = new Set<Listener>()

/** Calls `listener` after the commit of each job that is due. Returns the unsubscribe function. */
export function onJobDue(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type NewJob<Kind extends JobKind> = {
  payload: JobPayloads[Kind]
  /** Unique among waiting and running jobs of its kind. */
  key?: string
  /** Unix ms; now if left out. */
  runAt?: number
}

/**
 * Adds jobs in the caller's transaction. A waiting job with the same key stays and takes the
 * earlier time; a running one will run once more.
 */
export async function enqueue<Kind extends JobKind>(
  trx: Kysely<Database>,
  kind: Kind,
  jobs: NewJob<Kind>[],
): Promise<void> {
  if (jobs.length === 0) return
  await trx
    .insertInto('jobs')
    .values(
      jobs.map(({ payload, key = null, runAt }) => ({
        kind,
        key,
        payload: JSON.stringify(payload),
        state: 'waiting' as const,
        run_at: runAt ?? now(),
        created_at: now(),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .where('finished_at', 'is', null)
        .doUpdateSet({
          run_at: sql`case
            when jobs.state = 'running' and excluded.run_at <= jobs.run_at then jobs.run_at + 1
            when jobs.state = 'running' or excluded.run_at < jobs.run_at then excluded.run_at
            else jobs.run_at end`,
        }),
    )
    .execute()
  const isDue = jobs.some(({ runAt }) => runAt === undefined || runAt <= steadyNow())
  if (isDue) afterCommit(() => announce(kind))
}

/** Has this process look for jobs of a kind now. */
export function announce(kind: string): void {
  for (const listener of listeners) listener(kind)
}

/** Deletes waiting jobs. Running ones continue. */
export async function cancelJobs(
  trx: Kysely<Database>,
  kind: JobKind,
  keys: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .where('state', '=', 'waiting')
    .execute()
}

/** Makes waiting jobs due that failed before: a kind's, or those of its `keys`. */
export async function retryFailuresNow(
  trx: Kysely<Database>,
  kind: JobKind,
  keys?: readonly string[],
): Promise<void> {
  const failed = trx
    .updateTable('jobs')
    .set({ run_at: now() })
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where('error', 'is not', null)
  if (keys === undefined) await failed.execute()
  for (let at = 0; at < (keys?.length ?? 0); at += keysAtOnce) {
    await failed.where('key', 'in', keys?.slice(at, at + keysAtOnce) ?? []).execute()
  }
  afterCommit(() => announce(kind))
}

/** True if no process holds the job. A claim that ends too late was stored by a wrong clock. */
const isAbandoned = () => sql<SqlBool>`(state = 'running' and
  (claimed_until < ${now()} or claimed_until > ${nowPlus(2 * claimMs)}))`
const isDue = () => sql<SqlBool>`((state = 'waiting' and run_at <= ${now()}) or ${isAbandoned()})`

/** Returns those of the kinds that have a due job, in one query. */
export async function dueKinds(
  kinds: readonly string[],
  executor: Kysely<Database> = upkeepDb,
): Promise<string[]> {
  if (kinds.length === 0) return []
  const found = kinds.map(
    (kind) => sql`select ${sql.lit(kind)} as kind
      where exists (select 1 from jobs where kind = ${sql.lit(kind)} and ${isDue()})`,
  )
  const all = sql.join(found, sql` union all `)
  const { rows } = await sql<{ kind: string }>`${all}`.execute(executor)
  return rows.map(({ kind }) => kind)
}

export type ClaimedJob = Pick<
  Selectable<JobsTable>,
  'id' | 'kind' | 'key' | 'payload' | 'attempts' | 'run_at' | 'created_at'
> & { token: string }

/** Claims the jobs longest due, up to the kind's concurrency, except those in `own`. */
export async function claimJobs(
  kind: string,
  { concurrency, worker, own }: { concurrency: number; worker: string; own: readonly number[] },
): Promise<ClaimedJob[]> {
  const token = randomUUID()
  const claimed = await transact(async (trx) => {
    const { running } = await trx
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('running'))
      .where('kind', '=', kind)
      .where('state', '=', 'running')
      .where((eb) => eb.or([eb.not(isAbandoned()), eb('id', 'in', own)]))
      .executeTakeFirstOrThrow()
    if (running >= concurrency) return []
    const due = trx
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', kind)
      .where(isDue())
      .where('id', 'not in', own)
      .orderBy('run_at')
      .orderBy('id')
      .limit(concurrency - running)
    return (
      trx
        .updateTable('jobs')
        .set((eb) => ({
          state: 'running',
          attempts: eb('attempts', '+', 1),
          claim_token: token,
          claimed_by: worker,
          claimed_until: nowPlus(claimMs),
          started_at: now(),
        }))
        // A frozen process may hold its job's row lock in a transaction.
        .where('id', 'in', databaseIsShared ? due.forUpdate().skipLocked() : due)
        .returning(['id', 'kind', 'key', 'payload', 'attempts', 'run_at', 'created_at'])
        .execute()
    )
  })
  return claimed
    .map((job) => ({ ...job, token }))
    .sort((a, b) => a.run_at - b.run_at || a.id - b.id)
}

/** Renews claims. Returns the ids of those still held. */
export async function renewClaims(jobs: readonly ClaimedJob[]): Promise<Set<number>> {
  const held = await upkeepDb
    .updateTable('jobs')
    .set({ claimed_until: nowPlus(claimMs) })
    .where('state', '=', 'running')
    .where(
      'id',
      'in',
      jobs.map(({ id }) => id),
    )
    .where('claim_token', 'in', [...new Set(jobs.map(({ token }) => token))])
    .returning('id')
    .execute()
  return new Set(held.map(({ id }) => id))
}

/** Thrown if another process holds the job or it is gone. The transaction is rolled back. */
export class ClaimLostError extends Error {
  constructor() {
    super('Another process has the job now')
    this.name = 'ClaimLostError'
  }
}

const unclaimed = { claim_token: null, claimed_by: null, claimed_until: null }

type Outcome =
  | { state: 'running' }
  | { state: 'done' }
  | { state: 'waiting'; runAt: number; error: string }
  | { state: 'failed'; error: string }
  | { state: 'given back' }

/** Runs a transaction that commits only while the claim is held. Throws a ClaimLostError. */
export function settleJob<Result>(
  { id, token, run_at, attempts }: ClaimedJob,
  outcome: Outcome,
  work: (trx: Kysely<Database>) => Promise<Result>,
  { isFrequent = false }: { isFrequent?: boolean } = {},
): Promise<Result> {
  const begin = isFrequent ? transactEvents : transact
  return begin(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('jobs')
      .set(columnsOf())
      .where('id', '=', id)
      .where('claim_token', '=', token)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new ClaimLostError()
    if (isFrequent)
      await trx.deleteFrom('jobs').where('id', '=', id).where('state', '=', 'done').execute()
    return work(trx)
  })

  function columnsOf() {
    // `enqueue` moves a running job's time if it must run once more.
    const again = sql<boolean>`run_at > ${sql.lit(run_at)}`
    switch (outcome.state) {
      case 'running':
        return { claim_token: token }
      case 'done':
        return {
          ...unclaimed,
          state: sql<JobsTable['state']>`case when ${again} then 'waiting' else 'done' end`,
          attempts: sql<number>`case when ${again} then 0 else attempts end`,
          finished_at: sql<number>`case when ${again} then null else ${now()} end`,
          error: null,
        }
      case 'waiting':
        return {
          ...unclaimed,
          state: 'waiting' as const,
          run_at: outcome.runAt,
          error: shortened(outcome.error),
        }
      case 'failed':
        return {
          ...unclaimed,
          state: 'failed' as const,
          finished_at: now(),
          error: shortened(outcome.error),
        }
      case 'given back':
        return { ...unclaimed, state: 'waiting' as const, attempts: attempts - 1 }
    }
  }
}

const shortened = (error: string) => error.slice(0, longestError).toWellFormed()
