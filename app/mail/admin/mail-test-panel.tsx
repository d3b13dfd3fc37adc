import { href, useFetcher } from 'react-router'
import { Callout } from '#app/ui/admin/callout.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { MailTestAnswer } from './mail-form.server.ts'

/** The form for a test mail, and what came of it. */
export function MailTestPanel({
  to,
  from,
  server,
  answer: pageAnswer,
}: {
  /** The operator's own address. */
  to: string
  from: string
  /** As `host:port`; null while none is saved. */
  server: string | null
  answer: MailTestAnswer['mailTest'] | undefined
}) {
  const fetcher = useFetcher<Partial<MailTestAnswer>>()
  const sending = fetcher.state === 'submitting'
  const answer = sending ? undefined : (fetcher.data?.mailTest ?? pageAnswer)
  const problem = answer !== undefined && 'problem' in answer ? answer.problem : undefined
  return (
    <section className={panel()} aria-label="Test email" id="test">
      <div>
        <Subtitle>Test email</Subtitle>
        <p className="max-w-2xl text-pretty text-muted">
          {server === null
            ? 'Save a mail server first: the test uses the saved settings, not what’s typed above.'
            : `Sent right away through ${server}, from ${from}. The test uses the saved settings, not what’s typed above.`}
        </p>
      </div>
      {answer !== undefined && 'ok' in answer && (
        <Callout tone={answer.ok ? 'good' : 'bad'} role="status">
          {answer.ok
            ? `The mail server accepted the email to ${answer.to}. It said: ${answer.text}`
            : `Nothing was sent. ${answer.text}`}
        </Callout>
      )}
      {/* By a fetcher, so that nothing typed into the settings above is lost. */}
      <fetcher.Form
        method="post"
        action={`${href('/admin/settings/email')}#test`}
        className="grid gap-3"
        data-unguarded
      >
        <FormFields
          values={{ to: pageAnswer?.to ?? to }}
          problems={{ to: problem }}
          answer={fetcher.data}
        >
          <TextField label="To" name="to" type="email" maxLength={254} required />
        </FormFields>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton look="quiet" intent="test" resting={sending}>
            Send test email
          </SubmitButton>
          <span role="status" className="text-muted">
            {sending && 'Sending…'}
          </span>
        </div>
      </fetcher.Form>
    </section>
  )
}
