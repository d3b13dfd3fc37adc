import type { BulkList } from '#app/bulk/bulk-list.ts'
import { deleteFromOutbox, mailIsSetUp } from '#app/mail/outbox.server.ts'
import { hurryMails, mailNumbers, mailStates, newestMail } from '#app/mail/outbox-list.server.ts'

const stateOf = (filter: URLSearchParams) =>
  mailStates.find((state) => state === filter.get('status')) ?? 'all'

export const mails: BulkList = {
  nouns: ['email', 'emails'],
  path: '/admin/settings/email/outbox',
  title: 'Outbox',
  newest: newestMail,
  matching: (filter, through) => mailNumbers(stateOf(filter), { through }),
  among: (filter, ids, trx) => mailNumbers(stateOf(filter), { ids }, trx),
  filterOf(params): Record<string, string> {
    const state = stateOf(params)
    return state === 'all' ? {} : { status: state }
  },
  skipped: {
    sent: 'sent already, or being sent',
    kept: 'being sent, or deleted meanwhile',
  },
  actions: {
    retry: {
      label: 'Send',
      doing: 'Queuing',
      done: 'queued to be sent now',
      text: 'Emails that are waiting or have failed are sent now. Those already sent aren’t sent again.',
      refusal: () => (mailIsSetUp() ? null : 'Save a mail server first.'),
      async change(ids, { trx }) {
        const mails = await hurryMails(trx, ids)
        return { changed: mails.length, skipped: { sent: ids.length - mails.length } }
      },
    },
    delete: {
      label: 'Delete',
      doing: 'Deleting',
      done: 'deleted',
      text: 'Emails that haven’t been sent yet won’t be sent.',
      isDrastic: true,
      async change(ids, { trx }) {
        const mails = await deleteFromOutbox(ids, trx)
        return { changed: mails.length, skipped: { kept: ids.length - mails.length } }
      },
    },
  },
}
