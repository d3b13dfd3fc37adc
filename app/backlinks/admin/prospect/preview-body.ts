import { findDraft } from '#app/backlinks/outreach-draft.server.ts'
import { previewMail } from '#app/backlinks/outreach-mail.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { mailDocument } from '#app/mail/ui/mail-document.ts'
import type { Route } from './+types/preview-body'
import { prospectOf } from './prospect-of.server.ts'

/** The HTML of a prospect's draft. */
export async function loader({ params }: Route.LoaderArgs) {
  const { id, contactEmail } = await prospectOf(params.id)
  const draft = await findDraft(id)
  if (draft === null) throw notFound()
  return mailDocument(previewMail(contactEmail, draft).html)
}
