import { notFound } from '#app/http/refusals.ts'
import { readMail } from '#app/mail/outbox-mail.server.ts'
import { mailDocument } from '#app/mail/ui/mail-document.ts'
import type { Route } from './+types/sent-mail-body'

/** The HTML of a mail in the outbox. */
export async function loader({ params }: Route.LoaderArgs) {
  const mail = /^\d{1,15}$/.test(params.id) ? await readMail(Number(params.id)) : null
  const html = mail?.content?.html
  if (html === undefined || html === null) throw notFound()
  return mailDocument(html)
}
