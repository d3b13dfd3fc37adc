import { deleteBacklinks } from '#app/backlinks/backlink.server.ts'
import { markForCheck } from '#app/backlinks/check.server.ts'
import { backlinkNumbers } from '#app/backlinks/list.server.ts'
import type { BulkList } from '#app/bulk/bulk-list.ts'
import { matchingRows } from './steps.server.ts'

export const backlinks: BulkList = {
  nouns: ['backlink', 'backlinks'],
  title: 'Backlinks',
  ...matchingRows('/admin/backlinks', backlinkNumbers),
  skipped: { gone: 'deleted meanwhile' },
  actions: {
    check: {
      label: 'Check',
      doing: 'Requesting checks of',
      done: 'marked for a check',
      text: 'Each page is opened to see whether the link is still there. Results appear in the list as they arrive.',
      async change(rows, { trx }) {
        const marked = await markForCheck(trx, rows)
        if (marked === null) return 'later'
        return { changed: marked.length, skipped: { gone: rows.length - marked.length } }
      },
    },
    delete: {
      label: 'Delete',
      doing: 'Deleting',
      done: 'deleted',
      text: 'This permanently deletes them, with the history of their checks. Audit log entries are kept.',
      isDrastic: true,
      async change(rows, { actor, trx }) {
        const deleted = await deleteBacklinks(rows, actor, { executor: trx, isPart: true })
        return { changed: deleted, skipped: { gone: rows.length - deleted } }
      },
    },
  },
}
