import { type SqlBool, sql } from 'kysely'
import { dayMs } from '#app/time/durations.ts'
import { db } from '#db/engine.ts'
import { now, nowPlus } from './queue.server.ts'

const keptMs = 7 * dayMs
const purgeStep = 1_000
/** A job from further in the future was stored by a wrong clock. */
export const clockSlackMs = 60_000

const isNotTheLast = sql<SqlBool>`exists (select 1 from jobs as newer
  where newer.state = 'done' and newer.kind = jobs.kind
    and (newer.run_at, newer.id) > (jobs.run_at, jobs.id))`

/**
 * Deletes jobs done for a week except each kind's last, and makes jobs due that a wrong clock
 * scheduled far ahead.
 */
export async function tidyJobs(): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: now(), created_at: now(), started_at: null })
    .where('state', '=', 'waiting')
    .where((eb) =>
      eb.or([
        eb('created_at', '>', nowPlus(clockSlackMs)),
        eb('started_at', '>', nowPlus(clockSlackMs)),
      ]),
    )
    .execute()
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('jobs')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('jobs')
          .select('id')
          .where('state', '=', 'done')
          .where('finished_at', '<', nowPlus(-keptMs))
          .where(isNotTheLast)
          .limit(purgeStep),
      )
      .executeTakeFirst()
    if (numDeletedRows < BigInt(purgeStep)) return
  }
}
