import { href } from 'react-router'

/** Returns the address for writing to a user: our page if mail is set up, else a `mailto:` link. */
export function mailHref({ id, email }: { id: string; email: string }, mail: boolean): string {
  if (mail) return href('/admin/users/:id/mail', { id })
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}
