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
  full: {
    head: 'Not saved',
    title: 'The disk is full',
    text: 'Nothing was saved. Make room on the server, or delete backups under Settings, Database. Then try again.',
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
}

/** `tooLarge`: the server, or a proxy in front of it, takes no form of that size. */
export function unsavedText(reason: UnavailableReason | 'tooLarge'): string {
  if (reason === 'tooLarge') {
    return 'Nothing was saved. This is too much for one form. Send less at a time.'
  }
  const { title, text } = unavailableTexts[reason]
  return `${title}. ${text}`
}
