import { sql } from 'kysely'
import { reads } from '#db/reads.ts'
import { mostCounted } from './report.ts'

/** Pending reports that wait for an operator rather than for the claimant. */
function waitingReports() {
  return reads
    .selectFrom('dmca_reports as report')
    .where('report.status', '=', 'pending')
    .where(
      sql<boolean>`(select kind from dmca_report_events where report_id = report.id
        order by id desc limit 1) <> 'asked'`,
    )
}

/** Returns how many wait, up to `mostCounted` + 1. */
export async function countQueue(): Promise<number> {
  const { n } = await reads
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

/** A report in the queue; time in unix ms. */
export type QueuedReport = { id: number; workTitle: string; submittedAt: number }

/** Returns the next reports by due date: those after `after`, then the first ones again. */
export async function nextInQueue(after: number | null, limit: number): Promise<QueuedReport[]> {
  const inOrder = waitingReports()
    .select(['report.id', 'report.work_title as workTitle', 'report.submitted_at as submittedAt'])
    .orderBy('report.submitted_at')
    .orderBy('report.id')
  const last = reads
    .selectFrom('dmca_reports')
    .select('submitted_at')
    .where('id', '=', after ?? 0)
  const [behind, first] = await Promise.all([
    inOrder
      .where((eb) =>
        eb.or([
          eb('report.submitted_at', '>', last),
          eb.and([eb('report.submitted_at', '=', last), eb('report.id', '>', after)]),
        ]),
      )
      .limit(limit)
      .execute(),
    inOrder.limit(limit).execute(),
  ])
  const seen = new Set(behind.map(({ id }) => id))
  return [...behind, ...first.filter(({ id }) => !seen.has(id))].slice(0, limit)
}
