import type { UnavailableReason } from '#db/unavailable.ts'

/** Shown while nothing can be stored: a page's head, title and advice. */
export const unavailableTexts: Readonly<
  Record<UnavailableReason, { head: string; title: string; text: string }>
> = {
  busy: {
    head: 'Not saved',
    title: 'Another program has locked the database',
    text: 'Nothing was saved. Try again in a minute.',
  },
  slow: {
    head: 'Not saved',
    title: 'The database took too long',
    text: 'Nothing was saved. Try again in a minute.',
  },
  unreachable: {
    head: 'No database',
    title: 'The database can’t be reached',
    text: 'Nothing was saved. Try again in a minute.',
  },
  readOnly: {
    head: 'No database',
    title: 'The database is read-only',
    text: 'Nothing was saved. Some hosts do that when its disk is full. Or DATABASE_URL doesn’t lead to the primary. The server’s log says more.',
  },
  refused: {
    head: 'No database',
    title: 'The database refuses this server',
    text: 'Nothing was saved. The server’s log says why: check the role’s password and privileges, then try again.',
  },
  full: {
    head: 'Not saved',
    title: 'The disk is full',
    text: 'Nothing was saved. Make room on the server, or delete backups under Settings, Database. Then try again.',
  },
  serverFull: {
    head: 'Not saved',
    title: 'The database server’s disk is full',
    text: 'Nothing was saved. Make room on the database server, then try again.',
  },
  disk: {
    head: 'Not saved',
    title: 'The disk can’t be written to at the moment',
    text: 'Nothing was saved. See the server’s log, then try again.',
  },
  damaged: {
    head: 'Not saved',
    title: 'The database is damaged',
    text: 'Nothing was changed. Nothing can be saved until you restore a backup: under Settings, Database, or with npm run admin -- restore on the server.',
  },
  serverDamaged: {
    head: 'Not saved',
    title: 'The database is damaged',
    text: 'Nothing was changed. See the server’s log and the database server’s, and repair the database or restore a dump of it.',
  },
}

/** `tooLarge`: the server, or a proxy in front of it, takes no form of that size. */
export function unsavedText(reason: UnavailableReason | 'tooLarge'): string {
  if (reason === 'tooLarge') {
    return 'Nothing was saved. This is too much for one form. Send less at a time.'
  }
  const { title, text } = unavailableTexts[reason]
  return `${title}. ${text}`
}
