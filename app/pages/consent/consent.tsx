import { data, redirect } from 'react-router'
import { z } from 'zod'
import { notFound } from '#app/http/refusals.ts'
import { safeRedirect } from '#app/http/safe-redirect.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import {
  consentCookies,
  consentOf,
  declinedBySignal,
} from '#app/pages/middleware/consent.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { tagsInUse } from '#app/settings/tags.server.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { ConsentForm } from '#app/ui/site/frame/consent-banner.tsx'
import { TagList } from '#app/ui/site/frame/tag-list.tsx'
import { PageTitle } from '#app/ui/site/head/page-title.tsx'
import type { Route } from './+types/consent'

const Form = z.object({ choice: z.enum(['accept', 'decline']), back: z.string().catch('') })

/** Visitors change their consent here. Not found while no tag needs it. */
export function loader({ request }: Route.LoaderArgs) {
  const consent = consentOf(request.headers)
  if (consent === 'none needed') throw notFound()
  return data(
    { consent, signal: declinedBySignal(request.headers), kinds: tagsInUse() },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}

export async function action({ request, params, url }: Route.ActionArgs) {
  const form = Form.safeParse(Object.fromEntries(await request.formData()))
  if (!form.success) return data(null, { status: 400 })
  const home = localPath('/', pageLanguage(params.lang), defaultLanguage())
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (tagsInUse().length > 0) {
    for (const line of consentCookies(form.data.choice, request.headers, url)) {
      headers.append('Set-Cookie', line)
    }
  }
  const back = withParameters(form.data.back, request.headers.get('Referer'))
  return redirect(safeRedirect(back, home), { status: 303, headers })
}

/** The form of a kept page lacks its address's campaign, which the tags are about to read. */
function withParameters(back: string, referrer: string | null): string {
  const from = URL.parse(referrer ?? '')
  return from?.pathname === back ? from.pathname + from.search : back
}

export { headers } from '#app/http/page-headers.ts'

export default function ConsentPage({ loaderData }: Route.ComponentProps) {
  const { t, localPath } = useDocumentI18n()
  const { consent, signal, kinds } = loaderData
  return (
    <div className="wrap-narrow py-14 md:py-20 xl:py-28 flex flex-col items-start gap-6">
      <PageTitle title={t.consentPage.title} />
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl">{t.consentPage.title}</h1>
      <p className="text-lg text-pretty text-muted">{t.consentPage.lead}</p>
      <TagList kinds={kinds} />
      <p className={note} role="status">
        {signal ? t.consentPage.signal : t.consentPage[consent]}
      </p>
      {!signal && <ConsentForm back={localPath('/consent')} />}
      <a className={link} href={`${localPath('/privacy')}#third-parties`}>
        {t.consent.more}
      </a>
    </div>
  )
}
