import { findDraft } from '#app/backlinks/outreach-draft.server.ts'
import { previewMail } from '#app/backlinks/outreach-mail.server.ts'
import { findProspect } from '#app/backlinks/prospect.server.ts'
import { foundRow, notFound } from '#app/http/refusals.ts'
import { mailDocument } from '#app/mail/ui/mail-document.ts'
import type { Route } from './+types/preview-body'

export async function loader({ params }: Route.LoaderArgs) {
  const { id, contactEmail } = await foundRow(params.id, findProspect)
  const draft = await findDraft(id)
  if (draft === null) throw notFound()
  return mailDocument(previewMail(contactEmail, draft).html)
}
