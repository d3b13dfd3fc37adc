import { Form, href, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import {
  previewBodyHref,
  previewHref,
  prospectHref,
  writeHref,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { findDraft } from '#app/backlinks/outreach-draft.server.ts'
import {
  mailObstacle,
  openPlacesOf,
  previewMail,
  sendDraft,
} from '#app/backlinks/outreach-mail.server.ts'
import { findProspect } from '#app/backlinks/prospect.server.ts'
import { badRequest, foundRow } from '#app/http/refusals.ts'
import { isReadSender, mailSender, mailServer } from '#app/mail/outbox.server.ts'
import { MailView } from '#app/mail/ui/mail-view.tsx'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/preview'
import { mailProblems } from './prospect-problem.ts'

export async function loader({ params }: Route.LoaderArgs) {
  const prospect = await foundRow(params.id, findProspect)
  const { id, site, contactEmail: to } = prospect
  const draft = await findDraft(id)
  if (draft === null) throw redirect(writeHref(id))
  return {
    id,
    site,
    to,
    subject: draft.subject,
    followUpDays: draft.followUpDays,
    version: draft.updatedAt,
    text: previewMail(to, draft).text,
    places: await openPlacesOf(draft),
    problem: await mailObstacle(prospect),
    replyTo: mailServer()?.replyTo ?? mailSender(),
    isRead: isReadSender(),
  } as const
}

const Version = z.object({ version: z.coerce.number().int() })

export async function action({ request, params, context }: Route.ActionArgs) {
  const { id } = await foundRow(params.id, findProspect)
  const read = Version.safeParse(Object.fromEntries(await request.formData()))
  if (!read.success) throw badRequest()
  const { flash } = context.get(sessionContext)
  const sent = await sendDraft(id, read.data.version, actorOf(context))
  if (!sent.ok) {
    await flash('error', mailProblems[sent.problem])
    return redirect(previewHref(id))
  }
  await flash('success', `The email to ${sent.to} leaves in a few seconds.`, {
    action: prospectHref(id),
    fields: [
      ['intent', 'cancel'],
      ['message', String(sent.messageId)],
    ],
  })
  return redirect(prospectHref(id))
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function PreviewMail({ loaderData }: Route.ComponentProps) {
  const { id, site, to, subject, text, followUpDays, version, places, problem, replyTo, isRead } =
    loaderData
  const isSending = useNavigation().formAction === previewHref(id)
  const canSend = places.length === 0 && problem === null
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHead
        title={`Check the email to ${site}`}
        back={{ href: writeHref(id), label: 'Edit the email' }}
        lead="This is the email as it will be sent."
      />
      {problem !== null && (
        <Callout tone="warn">
          {`${mailProblems[problem]} `}
          {problem === 'no_mail' && (
            <Link className={link} to={href('/admin/settings/email')}>
              Email settings
            </Link>
          )}
          {problem === 'no_address' && (
            <Link className={link} to={`${prospectHref(id)}#details`}>
              Add an address
            </Link>
          )}
        </Callout>
      )}
      {!isRead && (
        <Callout tone="warn">
          {`Replies would go to ${replyTo}, which no one reads. `}
          <Link className={link} to={href('/admin/settings')}>
            Set a contact address
          </Link>
        </Callout>
      )}
      {places.length > 0 && (
        <Callout tone="warn">{`Fill in before you send it: ${places.join(', ')}`}</Callout>
      )}
      <Form method="post" className={panel()} aria-label="Email">
        <FactList>
          <Fact name="To">{to === '' ? '—' : <EmailText email={to} />}</Fact>
          <Fact name="Replies go to">
            <EmailText email={replyTo} />
          </Fact>
          <Fact name="Follow-up">
            {followUpDays === 1 ? 'After 1 day' : `After ${followUpDays} days`}
          </Fact>
          <Fact name="Subject" isWide>
            {subject}
          </Fact>
        </FactList>
        <input type="hidden" name="version" value={version} />
        <div className="flex flex-wrap items-center gap-2">
          {canSend && <SubmitButton>{isSending ? 'Sending…' : 'Send the email'}</SubmitButton>}
          <Link className={button({ look: canSend ? 'quiet' : 'primary' })} to={writeHref(id)}>
            Edit
          </Link>
        </div>
      </Form>
      <MailView subject={subject} text={text} address={previewBodyHref(id, version)} />
    </div>
  )
}
