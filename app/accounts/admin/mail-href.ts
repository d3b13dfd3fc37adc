import { href } from 'react-router'

/** Where an operator writes to a user: a page of ours when mail is set up, else their own program. */
export function mailHref({ id, email }: { id: string; email: string }, mail: boolean): string {
  if (mail) return href('/admin/users/:id/mail', { id })
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}
