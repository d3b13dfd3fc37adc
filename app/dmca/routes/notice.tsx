import { data, redirect } from 'react-router'
import { NoticeForm } from '#app/dmca/ui/notice-form.tsx'
import { stampForm } from '#app/http/form-stamp.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import type { Route } from './+types/notice'
import { takeNotice } from './take-notice.server.ts'

export function loader() {
  return { contactAddress: settings().contactAddress, formStamp: stampForm() }
}

/** Files the notice and goes on to its status page, whose address is the claimant's key to it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const language = pageLanguage(params.lang)
  const { clientAddress } = context.get(requestContext)
  const form = await request.formData()
  const outcome = await takeNotice(form, { clientAddress, language, signal: request.signal })
  const headers: Record<string, string> = { 'Cache-Control': 'no-store' }
  if (outcome.ok) {
    const path = localPath(`/dmca/status/${outcome.token}`, language, defaultLanguage())
    return redirect(`${path}?filed`, { status: 303, headers })
  }
  const { refused, status, retryAfterSeconds } = outcome
  if (retryAfterSeconds !== null) headers['Retry-After'] = String(retryAfterSeconds)
  return data({ refused }, { status, headers })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function NoticePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useDocumentI18n()
  return (
    <div className="wrap-narrow pt-8 pb-14 md:pt-12 md:pb-20 lg:pt-16 xl:pb-28">
      <title>{t.dmca.title}</title>
      <meta name="description" content={t.dmca.description} />
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl">{t.dmca.title}</h1>
      <NoticeForm
        contactAddress={loaderData.contactAddress}
        formStamp={loaderData.formStamp}
        refused={actionData !== undefined && 'refused' in actionData ? actionData.refused : null}
      />
    </div>
  )
}
