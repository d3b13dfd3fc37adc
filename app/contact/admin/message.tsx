import { CircleCheck, Mail, Trash2, Undo2 } from 'lucide-react'
import { data, Form, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { answerMessage, findMessages } from '#app/contact/contact.server.ts'
import { foundRow } from '#app/http/refusals.ts'
import { severalLines } from '#app/http/typed-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { mailIsSetUp } from '#app/mail/outbox.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { EmailText } from '#app/ui/admin/email-text.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { type FormAnswer, FormFields, TextField } from '#app/ui/form-fields.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { Route } from './+types/message'
import { inboxPath, senderOf, statusTexts, topicTexts } from './inbox-texts.ts'

const answerLimit = 20_000
const Answer = severalLines(answerLimit).pipe(z.string().min(1))

const findMessage = async (id: number) => (await findMessages([id]))[0]

export async function loader({ params }: Route.LoaderArgs) {
  return { message: await foundRow(params.id, findMessage), mail: mailIsSetUp() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const message = await foundRow(params.id, findMessage)
  const typed = String((await request.formData()).get('text') ?? '').slice(0, answerLimit * 2)
  const text = Answer.safeParse(typed)
  if (!text.success) {
    const problem =
      typed.trim() === ''
        ? 'Write an answer first.'
        : `This is too long. The limit is ${figure(answerLimit)} characters.`
    return data({ values: { text: typed }, problems: { text: problem } }, { status: 400 })
  }
  if (!(await answerMessage(message, text.data, actorOf(context)))) {
    const problem = 'Email isn’t set up, or the sender left no address, so nothing was sent.'
    return data({ values: { text: typed }, problems: { text: problem } }, { status: 400 })
  }
  const { flash } = context.get(sessionContext)
  await flash('success', `Your answer to ${message.email} is on its way. The message is done.`)
  return redirect(inboxPath)
}

export { clientAction } from '#app/ui/admin/forms/client-action.ts'

export default function MessagePage({ loaderData, actionData }: Route.ComponentProps) {
  const { message, mail } = loaderData
  const { id, name, email, topic, status, receivedAt, answeredAt, language } = message
  const here = href('/admin/inbox/:id', { id: String(id) })
  const other = status === 'new' ? 'done' : 'new'
  const Icon = status === 'new' ? CircleCheck : Undo2
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title={`Message from ${senderOf(message)}`}
        back={{ href: inboxPath, label: 'Inbox' }}
      >
        <Form method="post" action={inboxPath}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="back" value={here} />
          <SubmitButton look="quiet" intent={other}>
            <Icon aria-hidden="true" size={17} />
            {status === 'new' ? 'Mark as done' : 'Mark as new'}
          </SubmitButton>
        </Form>
        <Link
          className={button({ look: 'danger-quiet' })}
          to={`${href('/admin/inbox/delete')}?${new URLSearchParams({ id: String(id) })}`}
        >
          <Trash2 aria-hidden="true" size={17} />
          Delete
        </Link>
      </PageHead>
      <section className={panel()} aria-label="Message">
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {message.message}
        </p>
        <FactList>
          <Fact name="Status">
            <StatusBadge {...statusTexts[status]} />
          </Fact>
          <Fact name="Topic">{topicTexts[topic]}</Fact>
          {name !== '' && <Fact name="Name">{name}</Fact>}
          <Fact name="Email">{email === '' ? 'None given' : <EmailText email={email} />}</Fact>
          <Fact name="Received">
            <DateTime at={receivedAt} as="time" />
          </Fact>
          <Fact name="Language">{languageName(language)}</Fact>
          {answeredAt !== null && (
            <Fact name="Answered">
              <DateTime at={answeredAt} as="time" />
            </Fact>
          )}
        </FactList>
      </section>
      {email !== '' && <Answering email={email} mail={mail} answer={actionData} />}
    </div>
  )
}

function Answering({
  email,
  mail,
  answer,
}: {
  email: string
  mail: boolean
  answer: FormAnswer | undefined
}) {
  const address = encodeURIComponent(email).replace('%40', '@')
  const ownProgram = `mailto:${address}?subject=${encodeURIComponent('Re: your message')}`
  if (!mail) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <a className={button()} href={ownProgram}>
          <Mail aria-hidden="true" size={17} />
          Reply by email
        </a>
      </div>
    )
  }
  return (
    <Form method="post" className={panel()} aria-labelledby="answer">
      <Subtitle id="answer">Answer</Subtitle>
      <FormFields {...answer}>
        <TextField
          label={`Your answer to ${email}`}
          name="text"
          rows={8}
          hint="It’s sent by email with their message below it."
        />
      </FormFields>
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton>Send answer</SubmitButton>
        <a className={button({ look: 'quiet' })} href={ownProgram}>
          Use my email app
        </a>
      </div>
    </Form>
  )
}

function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
}
