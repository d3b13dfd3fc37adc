import {
  contactStatuses,
  deleteMessages,
  type MessageFilter,
  messageNumbers,
  newestMessage,
  setMessageStatus,
} from '#app/contact/contact.server.ts'
import type { BulkAction, BulkList } from '#app/operations/bulk/bulk-list.ts'
import type { ContactStatus } from '#db/schema.ts'
import { eachThrough } from './steps.server.ts'

function filterOf(params: URLSearchParams): MessageFilter {
  const search = (params.get('q') ?? '').trim().slice(0, 200)
  const status = contactStatuses.find((one) => one === params.get('status')) ?? 'all'
  return { search, status }
}

const other = { new: 'done', done: 'new' } as const

function markAs(status: ContactStatus): BulkAction['change'] {
  return async (ids, { actor, trx }) => {
    const changed = await setMessageStatus(ids, status, actor, { executor: trx, isPart: true })
    return {
      changed: changed.length,
      skipped: { already: ids.length - changed.length },
      was: { [other[status]]: changed },
    }
  }
}

export const messages: BulkList = {
  nouns: ['message', 'messages'],
  path: '/admin/inbox',
  title: 'Inbox',
  newest: newestMessage,
  each: (params, through) =>
    eachThrough(through, (range) => messageNumbers(filterOf(params), range)),
  among: (params, ids, executor) => messageNumbers(filterOf(params), { ids }, executor),
  filterOf(params): Record<string, string> {
    const { search, status } = filterOf(params)
    return { ...(search !== '' && { q: search }), ...(status !== 'all' && { status }) }
  },
  async restore(was, _action, part) {
    let changed = 0
    let count = 0
    for (const status of contactStatuses) {
      const ids = was[status] ?? []
      const step = ids.length === 0 ? null : await markAs(status)(ids, part)
      if (step !== null && step !== 'later') changed += step.changed
      count += ids.length
    }
    return { changed, skipped: { changed: count - changed } }
  },
  skipped: { already: 'already in that state', gone: 'deleted meanwhile' },
  actions: {
    done: {
      label: 'Mark as done',
      doing: 'Marking as done:',
      done: 'marked as done',
      text: 'They stay in the inbox, and are no longer counted as new.',
      isDrastic: false,
      canUndo: true,
      change: markAs('done'),
    },
    new: {
      label: 'Mark as new',
      doing: 'Marking as new:',
      done: 'marked as new',
      text: 'They are counted as new again.',
      isDrastic: false,
      canUndo: true,
      change: markAs('new'),
    },
    delete: {
      label: 'Delete',
      doing: 'Deleting',
      done: 'deleted',
      text: 'This permanently deletes them. Older backups may still hold a copy until they are replaced.',
      isDrastic: true,
      canUndo: false,
      async change(ids, { actor, trx }) {
        const deleted = await deleteMessages(ids, actor, { executor: trx, isPart: true })
        return { changed: deleted, skipped: { gone: ids.length - deleted } }
      },
    },
  },
}
