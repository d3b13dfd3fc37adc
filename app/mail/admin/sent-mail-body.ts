import { foundRow, notFound } from '#app/http/refusals.ts'
import { readMail } from '#app/mail/outbox-mail.server.ts'
import { mailDocument } from '#app/mail/ui/mail-document.ts'
import type { Route } from './+types/sent-mail-body'

export async function loader({ params }: Route.LoaderArgs) {
  const { content } = await foundRow(params.id, readMail)
  if (content === null || content.html === null) throw notFound()
  return mailDocument(content.html)
}
