import { data, href, Link, useFetcher } from 'react-router'
import { actorOf, adminContext } from '#app/accounts/middleware/require-admin.server.ts'
import { allKeyed } from '#app/http/all-keyed.ts'
import { EmailAddress, longestEmail } from '#app/http/email-address.ts'
import { intents } from '#app/http/intents.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { type MailHealth, mailHealth } from '#app/mail/mail-health.server.ts'
import { type MailTest, sendTestMail } from '#app/mail/mail-test.server.ts'
import { mailSender, mailServer } from '#app/mail/outbox.server.ts'
import { countOutbox } from '#app/mail/outbox-list.server.ts'
import { countSubscribers } from '#app/newsletter/subscriber-list.server.ts'
import { MailNewsletter } from '#app/newsletter/ui/newsletter-panel.tsx'
import { settingActions } from '#app/settings/ui/save-settings.server.ts'
import { emailSections } from '#app/settings/ui/sections/email.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { silent, testInBrowser } from '#app/ui/admin/forms/test-in-browser.ts'
import type { LiveHandle } from '#app/ui/admin/live/use-live.ts'
import { Panel } from '#app/ui/admin/panel.tsx'
import { FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/email'
import { mailStateTexts } from './mail-state-texts.ts'

export const handle: LiveHandle = { live: ['outbox'] }

export async function loader({ context }: Route.LoaderArgs) {
  const server = mailServer()
  return allKeyed({
    view: settingsView(emailSections),
    own: context.get(adminContext).user.email,
    from: mailSender(),
    server: server === null ? null : `${server.host}:${server.port}`,
    state: mailHealth(),
    outbox: countOutbox(),
    subscribers: countSubscribers(),
  })
}

type Sent = Pick<Route.ActionArgs, 'request' | 'context'>

const perform = intents({
  ...settingActions(emailSections, href('/admin/settings/email')),
  test: testMail,
})

type MailTestAnswer = { mailTest: MailTest | { problem: string; to: string } }

async function testMail(form: FormData, { context, request }: Sent) {
  const typed = form.get('to')
  const text = typeof typed === 'string' ? typed.slice(0, longestEmail) : ''
  const { data: to = text, success } = EmailAddress.safeParse(text)
  const answer = (mailTest: MailTestAnswer['mailTest'], status = 200) =>
    data({ mailTest }, { status })
  if (!success) {
    return answer({ to, problem: 'Enter an email address, such as name@example.com.' }, 400)
  }
  const result = await sendTestMail(to, actorOf(context), request.signal)
  if (result !== null) return answer(result)
  return answer({ to, problem: 'Save a mail server first.' }, 400)
}

export async function action({ request, context }: Route.ActionArgs) {
  return perform(await request.formData(), { request, context })
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return testInBrowser(request, () => serverAction(), {
    mailTest: { to: '', problem: silent.text },
  })
}

function MailTemplates() {
  return (
    <Panel
      titleId="templates-title"
      title="Templates"
      lead="Every kind of email the site sends, as HTML and as plain text."
    >
      <div>
        <Link className={button({ look: 'quiet' })} to={href('/admin/settings/email/templates')}>
          Preview emails
        </Link>
      </div>
    </Panel>
  )
}

const testTones = { yes: 'good', no: 'bad', unknown: 'warn' } as const

function MailTestPanel({
  to,
  from,
  server,
  answer: pageAnswer,
}: {
  to: string
  from: string
  /** As `host:port`. Null if none is saved. */
  server: string | null
  answer: MailTestAnswer['mailTest'] | undefined
}) {
  const fetcher = useFetcher<Partial<MailTestAnswer>>()
  const sending = fetcher.state === 'submitting'
  const answer = sending ? undefined : (fetcher.data?.mailTest ?? pageAnswer)
  const problem = answer !== undefined && 'problem' in answer ? answer.problem : undefined
  return (
    <Panel
      id="test"
      titleId="test-title"
      title="Test email"
      lead={
        server === null
          ? 'Save a mail server first: the test uses the saved settings, not what’s typed above.'
          : `Sent right away through ${server}, from ${from}. The test uses the saved settings, not what’s typed above.`
      }
    >
      {answer !== undefined && 'sent' in answer && (
        <Callout tone={testTones[answer.sent]} role="status">
          {answer.sent === 'yes' &&
            `The mail server accepted the email to ${answer.to}. It said: ${answer.text}`}
          {answer.sent === 'no' && `Nothing was sent. ${answer.text}`}
          {answer.sent === 'unknown' && answer.text}
        </Callout>
      )}
      {/* A fetcher keeps unsaved input in the settings above. */}
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
    </Panel>
  )
}

function HowItGoes({ state: { tone, state, text } }: { state: MailHealth }) {
  return (
    <Callout tone={tone === 'quiet' ? 'plain' : tone} data-mail-state={tone}>
      <strong>{state}.</strong>
      {` ${text}`}
    </Callout>
  )
}

function MailOutbox({ counts }: { counts: Awaited<ReturnType<typeof countOutbox>> }) {
  return (
    <Panel
      id="outbox"
      titleId="outbox-title"
      title="Outbox"
      lead="Every email of the last 30 days: what is waiting, what was sent, and what couldn’t be."
    >
      <FactList>
        {(['waiting', 'sent', 'failed'] as const).map((state) => (
          <Fact key={state} name={mailStateTexts[state].label}>
            {figure(counts[state])}
          </Fact>
        ))}
      </FactList>
      <div>
        <Link className={button({ look: 'quiet' })} to={href('/admin/settings/email/outbox')}>
          Open the outbox
        </Link>
      </div>
    </Panel>
  )
}

export default function EmailSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { view, own, from, server, state, outbox, subscribers } = loaderData
  const tested = actionData !== undefined && 'mailTest' in actionData ? actionData : undefined
  const saved = actionData !== undefined && 'typed' in actionData ? actionData : undefined
  return (
    <SettingsPage tab="email">
      <HowItGoes state={state} />
      <SettingsSections view={view} answer={saved} />
      <MailTemplates />
      <MailTestPanel to={own} from={from} server={server} answer={tested?.mailTest} />
      <MailNewsletter counts={subscribers} />
      <MailOutbox counts={outbox} />
    </SettingsPage>
  )
}
