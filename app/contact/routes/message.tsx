import { data, redirect } from 'react-router'
import { ContactForm } from '#app/contact/ui/contact-form.tsx'
import { stampForm } from '#app/http/form-stamp.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { button } from '#app/ui/button.ts'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import type { Route } from './+types/message'
import { takeMessage } from './take-message.server.ts'

export function loader({ url }: Route.LoaderArgs) {
  return {
    contactAddress: settings().contactAddress,
    sent: url.searchParams.has('sent'),
    formStamp: stampForm(),
  }
}

/** Stores the message and goes on to a page that says so, which can be reloaded. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const language = pageLanguage(params.lang)
  const { clientAddress } = context.get(requestContext)
  const outcome = await takeMessage(await request.formData(), { clientAddress, language })
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (outcome.ok) {
    const path = localPath('/contact/message', language, defaultLanguage())
    return redirect(`${path}?sent`, { status: 303, headers })
  }
  const { refused, status, retryAfterSeconds } = outcome
  if (retryAfterSeconds !== null) headers['Retry-After'] = String(retryAfterSeconds)
  return data({ refused }, { status, headers })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  const { t, localPath } = useDocumentI18n()
  const refused = actionData !== undefined && 'refused' in actionData ? actionData.refused : null
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
      <title>{t.contact.title}</title>
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
