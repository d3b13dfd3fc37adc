import { sql } from 'kysely'
import { db } from '#db/engine.ts'
import { mostCounted } from './report.ts'

/** Pending reports that wait for an operator, not for the claimant's answer. */
function waitingReports() {
  return db
    .selectFrom('dmca_reports as report')
    .where('report.status', '=', 'pending')
    .where(
      sql<boolean>`(select kind from dmca_report_events where report_id = report.id
        order by id desc limit 1) <> 'asked'`,
    )
}

/** How many wait, up to one more than `mostCounted`. */
export async function countQueue(): Promise<number> {
  const { n } = await db
    .selectFrom(
      waitingReports()
        .select('report.id')
        .limit(mostCounted + 1)
        .as('waiting'),
    )
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/**
 * The report that is due next. After a report, the one behind it in the order of their due dates, and
 * at the end the first again. Null when none waits.
 */
export async function nextInQueue(after: number | null): Promise<number | null> {
  const last =
    after === null
      ? undefined
      : await db
          .selectFrom('dmca_reports')
          .select('submitted_at')
          .where('id', '=', after)
          .executeTakeFirst()
  const inOrder = waitingReports()
    .select('report.id')
    .orderBy('report.submitted_at')
    .orderBy('report.id')
    .limit(1)
  const behind =
    after === null || last === undefined
      ? undefined
      : await inOrder
          .where((eb) =>
            eb.or([
              eb('report.submitted_at', '>', last.submitted_at),
              eb.and([
                eb('report.submitted_at', '=', last.submitted_at),
                eb('report.id', '>', after),
              ]),
            ]),
          )
          .executeTakeFirst()
  return (behind ?? (await inOrder.executeTakeFirst()))?.id ?? null
}
