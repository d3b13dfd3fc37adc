import { sql } from 'kysely'
import { steadyNow } from '#app/time/steady-clock.ts'
import { reads } from '#db/reads.ts'
import { now, nowPlus } from './queue.server.ts'

/** Each process looks for due jobs about once a second. */
const patienceMs = 15_000

export const overdueText =
  'Work is due, such as emails and counting, but no process does it. See the server’s log.'

let kindsToRun = (): readonly string[] => []

/** Sets which kinds of jobs this process can run. It first has time to run what waited for it. */
export function watchOverdue(readyKinds: () => readonly string[]): void {
  const startedAt = performance.now()
  kindsToRun = () => (performance.now() - startedAt < patienceMs ? [] : readyKinds())
}

/**
 * Returns since when the oldest job that is ready to run has waited, in unix ms, if no process has
 * run any of its kind for a while. Null if there is none: a queue that gets shorter isn't overdue.
 */
export async function overdueSince(): Promise<number | null> {
  const kinds = kindsToRun()
  if (kinds.length === 0) return null
  const longAgo = nowPlus(-patienceMs)
  const due = kinds.map((name) => {
    const kind = sql.lit(name)
    return sql`select * from (
      select * from (select run_at as since from jobs
        where state = 'waiting' and kind = ${kind} and run_at <= ${longAgo}
        order by run_at limit 1) as waiting
      union all
      select * from (select claimed_until as since from jobs
        where state = 'running' and kind = ${kind} and claimed_until <= ${longAgo}
        order by claimed_until limit 1) as abandoned
    ) as due where not exists (select 1 from jobs
        where state = 'running' and kind = ${kind} and claimed_until > ${now()})
      and not exists (select 1 from jobs
        where state in ('done', 'failed') and finished_at > ${longAgo} and kind = ${kind})`
  })
  const all = sql.join(due, sql` union all `)
  const { rows } = await sql<{ since: number | null }>`
    select min(since) as since from (${all}) as overdue`.execute(reads)
  const since = rows[0]?.since ?? null
  // The jobs' clock can differ from the one that people see.
  return since === null ? null : Date.now() + since - steadyNow()
}
