import { figure } from '#app/i18n/figure-text.ts'

/** What an entry of the audit log says about a change of all rows of a list that fitted a filter. */
type Facts = Readonly<Record<string, unknown>>

const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  users: ['user', 'users'],
  videos: ['video', 'videos'],
  backlinks: ['backlink', 'backlinks'],
  mails: ['email', 'emails'],
  messages: ['message', 'messages'],
  reports: ['DMCA report', 'DMCA reports'],
}

/** What was done; `#` is the rows, which come last without it. */
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

/** How many rows were changed: `3 users`, or `3 of 5 users` if it ended early. */
export function bulkCount({ list, changed, matched, ended }: Facts): string {
  const [one, many] = nouns[String(list)] ?? ['row', 'rows']
  if (ended !== undefined) return `${figure(Number(changed))} of ${figure(Number(matched))} ${many}`
  return changed === 1 ? `1 ${one}` : `${figure(Number(changed))} ${many}`
}

/** What was done, to how many, and what they were found by: `banned 3 users found by “aster”`. */
export function bulkText(facts: Facts): string {
  const { search, action } = facts
  const found = typeof search === 'string' ? ` found by “${search}”` : ''
  const verb = verbs[String(action)] ?? 'changed'
  const rows = `${bulkCount(facts)}${found}`
  return verb.includes('#') ? verb.replace('#', () => rows) : `${verb} ${rows}`
}
