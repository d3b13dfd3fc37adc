import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'

/** The facts of a change of all rows of a list that matched a filter. */
type Facts = Readonly<Record<string, unknown>>

const nouns: Readonly<Record<string, string>> = {
  users: 'user',
  videos: 'video',
  backlinks: 'backlink',
  mails: 'email',
  messages: 'message',
  reports: 'DMCA report',
}

/** `#` is replaced by the rows, which otherwise come last. */
const verbs: Readonly<Record<string, string>> = {
  activate: 'activated',
  deactivate: 'deactivated',
  ban: 'banned',
  sign_out: 'signed out',
  delete: 'deleted',
  flag: 'flagged',
  restore: 'restored',
  remove: 'removed',
  check: 'asked for checks of',
  retry: 'retried',
  reject: 'rejected',
  done: 'marked # as done',
  new: 'marked # as new',
}

/** Returns the number of changed rows: `3 users`, or `3 of 5 users` if the change ended early. */
export function bulkCount({ list, changed, matched, ended }: Facts): string {
  const noun = nouns[String(list)] ?? 'row'
  if (ended === undefined) return countText(Number(changed), noun)
  return `${figure(Number(changed))} of ${figure(Number(matched))} ${noun}s`
}

/** Returns a change in words, such as `banned 3 users found by “aster”`. */
export function bulkText(facts: Facts): string {
  const { search, action } = facts
  const found = typeof search === 'string' ? ` found by “${search}”` : ''
  const verb = verbs[String(action)] ?? 'changed'
  const rows = `${bulkCount(facts)}${found}`
  return verb.includes('#') ? verb.replace('#', () => rows) : `${verb} ${rows}`
}
