import { data, redirect } from 'react-router'
import { z } from 'zod'
import { leaveMessage } from '#app/contact/contact.server.ts'
import { type ContactValues, contactLimits, contactTopics } from '#app/contact/message.ts'
import { ContactForm, type RefusedMessage } from '#app/contact/ui/contact-form.tsx'
import { EmailAddress, MaybeEmail } from '#app/http/email-address.ts'
import { takeForm } from '#app/http/form-limit.server.ts'
import { checkStamp, stampForm } from '#app/http/form-stamp.server.ts'
import { networkKey } from '#app/http/network-share.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { foldLine, trimUnseen } from '#app/http/typed-text.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { button } from '#app/ui/button.ts'
import { PageTitle } from '#app/ui/site/head/page-title.tsx'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import type { Route } from './+types/message'

// Lengths are checked per field below, so that a text that is too long is returned whole. The
// form's own limit of 64 KB bounds it.
const text = z.string().catch('')
const Form = z.object({
  name: text.transform(foldLine),
  email: text.transform((typed) => EmailAddress.safeParse(typed).data ?? typed.trim()),
  topic: z.enum(contactTopics).catch('general'),
  message: text.transform((typed) => trimUnseen(typed.normalize('NFC').replace(/\r\n?/g, '\n'))),
  stamp: z.string().max(100).catch(''),
  website: z.string().catch('filled'),
})

const notStored = { 'Cache-Control': 'no-store' }

export function loader({ url }: Route.LoaderArgs) {
  return {
    contactAddress: settings().contactAddress,
    sent: url.searchParams.has('sent'),
    formStamp: stampForm(),
  }
}

/**
 * Checks a message, cheapest checks first, stores it for the operators, and redirects to a
 * confirmation page, which can be reloaded.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const language = pageLanguage(params.lang)
  const { clientAddress } = context.get(requestContext)
  const { stamp, website, ...values } = Form.parse(Object.fromEntries(await request.formData()))
  const refuse = (refused: RefusedMessage, status = 400, wait: number | null = null) => {
    const retryAfter: Record<string, string> = wait === null ? {} : { 'Retry-After': String(wait) }
    return data({ refused }, { status, headers: { ...notStored, ...retryAfter } })
  }

  const problems = problemsOf(values)
  if (Object.keys(problems).length > 0) return refuse({ kind: 'fields', values, stamp, problems })
  const pace = checkStamp(stamp)
  if (pace === 'too_fast') return refuse({ kind: 'tooFast', values, stamp })
  if (pace === 'stale') return refuse({ kind: 'stale', values, stamp: stampForm() })
  const wait = await takeForm('contact', clientAddress)
  if (wait !== null) {
    return refuse({ kind: 'tooMany', minutes: Math.ceil(wait / 60), values, stamp }, 429, wait)
  }
  // A bot that fills in every field gets a pretended success.
  if (website === '') {
    const network = networkKey(clientAddress)
    const left = await leaveMessage(values, { language, stamp, network })
    if (left === 'full') return refuse({ kind: 'full', values, stamp }, 503)
  }
  const path = localPath('/contact/message', language, defaultLanguage())
  return redirect(`${path}?sent`, { status: 303, headers: notStored })
}

function problemsOf(values: ContactValues) {
  const problems: Extract<RefusedMessage, { kind: 'fields' }>['problems'] = {}
  for (const name of ['name', 'email', 'message'] as const) {
    if (values[name].length > contactLimits[name]) problems[name] = 'tooLong'
  }
  if (values.message === '') problems.message = 'required'
  if (!MaybeEmail.safeParse(values.email).success) problems.email ??= 'email'
  return problems
}

export { headers } from '#app/http/page-headers.ts'

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  const { t, localPath } = useDocumentI18n()
  const refused = actionData?.refused ?? null
  if (loaderData.sent && refused === null) {
    return (
      <MessagePage title={t.contact.sentTitle} text={t.contact.sent}>
        <a className={button()} href={localPath('/')}>
          {t.notFound.back}
        </a>
      </MessagePage>
    )
  }
  return (
    <div className="wrap-narrow pt-8 pb-14 md:pt-12 md:pb-20 lg:pt-16 xl:pb-28">
      <PageTitle title={t.contact.title} refused={refused !== null} />
      <meta name="description" content={t.contact.description} />
      <meta name="robots" content="noindex" />
      <h1 className="display mb-8 text-4xl">{t.contact.title}</h1>
      <div className="max-w-3xl">
        <ContactForm
          contactAddress={loaderData.contactAddress}
          formStamp={loaderData.formStamp}
          refused={refused}
        />
      </div>
    </div>
  )
}
