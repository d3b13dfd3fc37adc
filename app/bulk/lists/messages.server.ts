import type { BulkAction, BulkList, BulkPart } from '#app/bulk/bulk-list.ts'
import {
  contactStatuses,
  deleteMessages,
  type MessageFilter,
  messageNumbers,
  newestMessage,
  setMessageStatus,
} from '#app/contact/contact.server.ts'
import type { ContactStatus } from '#db/schema.ts'

function filterOf(params: URLSearchParams): MessageFilter {
  const search = (params.get('q') ?? '').trim().slice(0, 200)
  const status = contactStatuses.find((one) => one === params.get('status')) ?? 'all'
  return { search, status }
}

const other = { new: 'done', done: 'new' } as const

function marking(status: ContactStatus): Pick<BulkAction, 'change' | 'restore'> {
  const mark = (ids: readonly number[], as: ContactStatus, { actor, trx }: BulkPart) =>
    setMessageStatus(ids, as, actor, { executor: trx, isPart: true })
  const was = other[status]
  return {
    async change(ids, part) {
      const changed = await mark(ids, status, part)
      const skipped = { already: ids.length - changed.length }
      return { changed: changed.length, skipped, was: { [was]: changed } }
    },
    async restore({ [was]: ids = [] }, part) {
      const changed = await mark(ids, was, part)
      return { changed: changed.length, skipped: {} }
    },
  }
}

export const messages: BulkList = {
  nouns: ['message', 'messages'],
  path: '/admin/inbox',
  title: 'Inbox',
  newest: newestMessage,
  matching: (params, through) => messageNumbers(filterOf(params), { through }),
  among: (params, ids, trx) => messageNumbers(filterOf(params), { ids }, trx),
  filterOf(params): Record<string, string> {
    const { search, status } = filterOf(params)
    return { ...(search !== '' && { q: search }), ...(status !== 'all' && { status }) }
  },
  skipped: { already: 'already in that state', gone: 'deleted meanwhile' },
  actions: {
    done: {
      label: 'Mark as done',
      doing: 'Marking as done:',
      done: 'marked as done',
      text: 'They stay in the inbox, and are no longer counted as new.',
      ...marking('done'),
    },
    new: {
      label: 'Mark as new',
      doing: 'Marking as new:',
      done: 'marked as new',
      text: 'They are counted as new again.',
      ...marking('new'),
    },
    delete: {
      label: 'Delete',
      doing: 'Deleting',
      done: 'deleted',
      text: 'This permanently deletes them. Older backups may still hold a copy until they are replaced.',
      isDrastic: true,
      async change(ids, { actor, trx }) {
        const deleted = await deleteMessages(ids, actor, { executor: trx, isPart: true })
        return { changed: deleted, skipped: { gone: ids.length - deleted } }
      },
    },
  },
}
