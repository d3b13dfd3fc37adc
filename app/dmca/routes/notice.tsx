import { data, redirect } from 'react-router'
import { fileNotice, filingWait } from '#app/dmca/filing.server.ts'
import {
  type NoticeProblems,
  noticeValues,
  readNotice,
  resolvePosts,
} from '#app/dmca/notice.server.ts'
import { NoticeForm, type NoticeRefusal, type RefusedNotice } from '#app/dmca/ui/notice-form.tsx'
import { takeForm } from '#app/http/form-limit.server.ts'
import { checkStamp, stampForm } from '#app/http/form-stamp.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { PageTitle } from '#app/ui/site/head/page-title.tsx'
import type { Route } from './+types/notice'

const notStored = { 'Cache-Control': 'no-store' }

export function loader() {
  return { contactAddress: settings().contactAddress, formStamp: stampForm() }
}

/**
 * Checks a notice, cheapest checks first, files it, and redirects to its status page, whose address
 * is the claimant's key to it.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const language = pageLanguage(params.lang)
  const { clientAddress } = context.get(requestContext)
  const form = await request.formData()
  const typed = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  const values = noticeValues(form)
  const stamp = typed('stamp')
  const refuse = (
    refusal: NoticeRefusal,
    {
      retryAfterSeconds: wait,
      ...more
    }: { problems?: NoticeProblems; stamp?: string; retryAfterSeconds?: number } = {},
  ) => {
    const refused: RefusedNotice = { refusal, values, problems: {}, stamp, ...more }
    const retryAfter: Record<string, string> =
      wait === undefined ? {} : { 'Retry-After': String(wait) }
    const status = wait === undefined ? 400 : 429
    return data({ refused }, { status, headers: { ...notStored, ...retryAfter } })
  }

  const { notice, problems } = readNotice(values, typed('declared'))
  if (notice === null) return refuse({ kind: 'fields' }, { problems })
  const pace = checkStamp(stamp)
  if (pace === 'too_fast') return refuse({ kind: 'tooFast' })
  if (pace === 'stale') return refuse({ kind: 'stale' }, { stamp: stampForm() })
  // Reported openly: a browser's autofill may have caused it, and no notice may get lost silently.
  if (typed('topic') !== '') return refuse({ kind: 'trap' })

  const overLimit = (seconds: number) =>
    refuse({ kind: 'limit', hours: Math.ceil(seconds / 3600) }, { retryAfterSeconds: seconds })
  const wait = await filingWait(clientAddress)
  if (wait > 0) return overLimit(wait)
  const pause = await takeForm('dmca', clientAddress)
  if (pause !== null) {
    return refuse({ kind: 'busy', minutes: Math.ceil(pause / 60) }, { retryAfterSeconds: pause })
  }
  const resolved = await resolvePosts(notice.links, request.signal, clientAddress)
  if (!resolved.ok) {
    return refuse({ kind: 'fields' }, { problems: { links: { badLines: resolved.badLines } } })
  }
  const filed = await fileNotice(notice, resolved.posts, { clientAddress, language, stamp })
  if (!filed.ok) return overLimit(filed.retryAfterSeconds)
  const path = localPath(`/dmca/status/${filed.token}`, language, defaultLanguage())
  return redirect(`${path}?filed`, { status: 303, headers: notStored })
}

export { headers } from '#app/http/page-headers.ts'

export default function NoticePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useDocumentI18n()
  return (
    <div className="wrap-narrow pt-8 pb-14 md:pt-12 md:pb-20 lg:pt-16 xl:pb-28">
      <PageTitle title={t.dmca.title} refused={actionData !== undefined} />
      <meta name="description" content={t.dmca.description} />
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl">{t.dmca.title}</h1>
      <NoticeForm
        contactAddress={loaderData.contactAddress}
        formStamp={loaderData.formStamp}
        refused={actionData?.refused ?? null}
      />
    </div>
  )
}
