import type { BulkList, BulkPart } from '#app/bulk/bulk-list.ts'
import { rejectReport, undoDecision } from '#app/dmca/decision.server.ts'
import { reportNumbers } from '#app/dmca/report-list.server.ts'
import type { DmcaStatus } from '#db/schema.ts'
import { matchingRows } from './steps.server.ts'

/** Decides those reports that still have the state `from`. */
async function decide(
  run: typeof rejectReport,
  from: DmcaStatus,
  rows: readonly number[],
  { actor, trx, reason }: BulkPart,
): Promise<number[]> {
  const seen = await trx
    .selectFrom('dmca_reports')
    .select(['id', 'version'])
    .where('id', 'in', rows)
    .where('status', '=', from)
    .orderBy('id')
    .execute()
  const changed: number[] = []
  for (const report of seen) {
    const { ok } = await run(report, reason, actor, { executor: trx, isPart: true })
    if (ok) changed.push(report.id)
  }
  return changed
}

export const reports: BulkList = {
  nouns: ['report', 'reports'],
  title: 'DMCA',
  ...matchingRows('/admin/dmca', reportNumbers),
  skipped: { handled: 'decided already' },
  actions: {
    reject: {
      label: 'Reject',
      doing: 'Rejecting',
      done: 'rejected',
      text: 'Nothing is blocked. Each claimant is told the reason.',
      isDrastic: true,
      asks: 'reason',
      reasonHint: 'Sent to every claimant.',
      async change(rows, part) {
        const pending = await decide(rejectReport, 'pending', rows, part)
        const handled = rows.length - pending.length
        return { changed: pending.length, skipped: { handled }, was: { pending } }
      },
      async restore({ pending = [] }, part) {
        const undo: typeof rejectReport = (seen, _reason, actor, scope) =>
          undoDecision(seen, actor, scope)
        const changed = await decide(undo, 'rejected', pending, part)
        return { changed: changed.length, skipped: {} }
      },
    },
  },
}
