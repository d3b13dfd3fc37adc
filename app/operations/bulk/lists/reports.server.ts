import { rejectReport, reopenReport, undoNote } from '#app/dmca/decision.server.ts'
import { reportNumbers } from '#app/dmca/report-list.server.ts'
import type { BulkList, BulkPart, BulkStep } from '#app/operations/bulk/bulk-list.ts'
import type { DmcaStatus } from '#db/schema.ts'
import { matchingRows } from './steps.server.ts'

/** Decides each of some reports that is still `from`, as it is now. */
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
  async restore({ pending = [] }, _action, part): Promise<BulkStep> {
    if (pending.length === 0) return { changed: 0, skipped: {} }
    const told = { ...part, reason: undoNote }
    const changed = await decide(reopenReport, 'rejected', pending, told)
    return { changed: changed.length, skipped: { changed: pending.length - changed.length } }
  },
  skipped: { handled: 'decided already' },
  actions: {
    reject: {
      label: 'Reject',
      doing: 'Rejecting',
      done: 'rejected',
      text: 'Nothing is blocked. Each claimant is told the reason.',
      isDrastic: true,
      canUndo: true,
      asks: 'reason',
      reasonHint: 'Sent to every claimant.',
      async change(rows, part) {
        const pending = await decide(rejectReport, 'pending', rows, part)
        const handled = rows.length - pending.length
        return { changed: pending.length, skipped: { handled }, was: { pending } }
      },
    },
  },
}
