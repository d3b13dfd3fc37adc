import { Form, href, redirect } from 'react-router'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { intents } from '#app/http/intents.server.ts'
import { foundRow } from '#app/http/refusals.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { readMail, resendMail } from '#app/mail/outbox-mail.server.ts'
import { MailView } from '#app/mail/ui/mail-view.tsx'
import { Callout } from '#app/ui/admin/callout.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/sent-mail'
import { mailStateTexts } from './mail-state-texts.ts'

export async function loader({ params }: Route.LoaderArgs) {
  const { content, canResend, ...mail } = await foundRow(params.id, readMail)
  return {
    mail,
    text: content?.text ?? null,
    hasHtml: content !== null && content.html !== null,
    canResend: canResend && mailIsSetUp(),
  }
}

type Sent = Pick<Route.ActionArgs, 'context' | 'params'>

const perform = intents({
  async resend(_form: FormData, { context, params }: Sent) {
    const { id } = await foundRow(params.id, readMail)
    const { flash } = context.get(sessionContext)
    const copy = await resendMail(id, actorOf(context))
    if (copy === null) {
      await flash('error', 'This email can’t be sent again.')
      return redirect(href('/admin/settings/email/mail/:id', { id: params.id }))
    }
    await flash('success', 'The email is on its way again. This is the new one.')
    return redirect(href('/admin/settings/email/mail/:id', { id: String(copy) }))
  },
})

export async function action({ request, context, params }: Route.ActionArgs) {
  return perform(await request.formData(), { context, params })
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function SentMail({ loaderData }: Route.ComponentProps) {
  const { mail, text, hasHtml, canResend } = loaderData
  const { id, subject, recipient, state, createdAt, sentAt, attempts, error, isPrivate } = mail
  const { label, tone } = mailStateTexts[state]
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHead
        title={subject}
        back={{ href: href('/admin/settings/email/outbox'), label: 'Outbox' }}
      >
        {canResend && (
          <Form method="post">
            <SubmitButton look="quiet" intent="resend">
              Send again
            </SubmitButton>
          </Form>
        )}
      </PageHead>
      <div className={panel()}>
        <FactList>
          <Fact name="To">
            <EmailText email={recipient} />
          </Fact>
          <Fact name="State">
            <StatusBadge tone={tone}>{label}</StatusBadge>
          </Fact>
          <Fact name="Queued">
            <DateTime at={createdAt} as="time" />
          </Fact>
          {sentAt !== null && (
            <Fact name="Sent">
              <DateTime at={sentAt} as="time" />
            </Fact>
          )}
          <Fact name="Tries">{attempts}</Fact>
          {error !== null && (
            <Fact name="Last failure" isWide>
              {error}
            </Fact>
          )}
        </FactList>
      </div>
      {text !== null ? (
        <MailView
          subject={subject}
          text={text}
          address={
            hasHtml ? href('/admin/settings/email/mail/:id/body.html', { id: String(id) }) : null
          }
        />
      ) : (
        <Callout>
          {isPrivate
            ? 'This email holds a one-time link or an answer to a visitor, so it isn’t shown here, and it is deleted as soon as it is sent.'
            : 'This email can’t be read: it was stored under another SESSION_SECRET.'}
        </Callout>
      )}
    </div>
  )
}
