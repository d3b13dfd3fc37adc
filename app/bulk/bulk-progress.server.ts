import type { Selectable } from 'kysely'
import { z } from 'zod'
import { figure } from '#app/i18n/figure-text.ts'
import type { BulkRunsTable } from '#db/schema.ts'
import type { BulkProgress } from './bulk-list.ts'
import { findBulkAction, findBulkList } from './bulk-lists.server.ts'

type Run = Selectable<BulkRunsTable>

const Counts = z.record(z.string(), z.number())

export function skippedOf({ skipped }: Pick<Run, 'skipped'>): Record<string, number> {
  return Counts.parse(JSON.parse(skipped))
}

export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0)
}

export function progressOf(run: Run, known: Pick<BulkProgress, 'canUndo' | 'isOwn'>): BulkProgress {
  const skipped = skippedOf(run)
  const reasons = findBulkList(run.list)?.skipped ?? {}
  const { doing, many } = wordsOf(run)
  return {
    id: run.id,
    state: run.state,
    text: run.state === 'running' ? `${doing} ${many}` : endedText(run),
    skipped: Object.entries(skipped)
      .filter(([, count]) => count > 0)
      .map(
        ([reason, count]) =>
          `${figure(count)} skipped: ${reasons[reason] ?? 'no longer matching'}.`,
      ),
    passed: run.changed + sumOf(skipped),
    total: run.total,
    ...known,
  }
}

function wordsOf({ list: name, action, undoes }: Run) {
  const list = findBulkList(name)
  const words = list === null ? null : findBulkAction(list, action)
  const [one = 'row', many = 'rows'] = list?.nouns ?? []
  if (undoes !== null) return { one, many, doing: 'Restoring', done: 'as before' }
  return { one, many, doing: words?.doing ?? 'Changing', done: words?.done ?? 'changed' }
}

function endedText(run: Run): string {
  const { one, many, done } = wordsOf(run)
  const { state, changed, total, note } = run
  const early = state === 'cancelled' ? 'Stopped. ' : state === 'failed' ? 'Failed. ' : ''
  const why = note === null ? '' : `${note} `
  const of = early === '' || changed === total ? '' : ` of ${figure(total)}`
  const isOne = changed === 1 && of === ''
  return `${early}${why}${figure(changed)}${of} ${isOne ? one : many} ${isOne ? 'is' : 'are'} ${done}.`
}
