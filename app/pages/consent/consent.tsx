import { data, redirect } from 'react-router'
import { z } from 'zod'
import { textOf } from '#app/http/form.server.ts'
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

const Choice = z.enum(['accept', 'decline'])

const unstored = { 'Cache-Control': 'no-store' }

/**
 * Visitors change their consent here. Not found while no tag needs it. With `back`, they have just
 * answered: without a cookie of it, the page that they came from would ask again without a word.
 */
export function loader({ request, params, url }: Route.LoaderArgs) {
  const consent = consentOf(request.headers)
  const back = url.searchParams.get('back')
  const isLost = back !== null && consent === 'undecided'
  if (back !== null && !isLost) {
    throw redirect(safeRedirect(back, homeOf(params.lang)), { status: 303, headers: unstored })
  }
  if (consent === 'none needed') throw notFound()
  return data(
    {
      state: isLost ? ('lost' as const) : consent,
      signal: declinedBySignal(request.headers),
      kinds: tagsInUse(),
      back: isLost ? safeRedirect(back, homeOf(params.lang)) : null,
    },
    { headers: unstored },
  )
}

const homeOf = (lang: string | undefined) => localPath('/', pageLanguage(lang), defaultLanguage())

export async function action({ request, params, url }: Route.ActionArgs) {
  const form = await request.formData()
  const from = withParameters(textOf(form, 'back'), request.headers.get('Referer'))
  const back = safeRedirect(from, homeOf(params.lang))
  const choice = Choice.safeParse(form.get('choice'))
  if (!choice.success) return data({ back }, { status: 400, headers: unstored })
  const headers = new Headers(unstored)
  if (tagsInUse().length > 0) {
    for (const line of consentCookies(choice.data, request.headers, url)) {
      headers.append('Set-Cookie', line)
    }
  }
  const here = localPath('/consent', pageLanguage(params.lang), defaultLanguage())
  return redirect(`${here}?${new URLSearchParams({ back })}`, { status: 303, headers })
}

/** The form of a kept page lacks its address's campaign, which the tags are about to read. */
function withParameters(back: string, referrer: string | null): string {
  const from = URL.parse(referrer ?? '')
  return from?.pathname === back ? from.pathname + from.search : back
}

export { headers } from '#app/http/page-headers.ts'

export default function ConsentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, localPath } = useDocumentI18n()
  const { state, signal, kinds } = loaderData
  const refused = actionData !== undefined && !signal
  const back = actionData?.back ?? loaderData.back ?? localPath('/consent')
  return (
    <div className="wrap-narrow py-14 md:py-20 xl:py-28 flex flex-col items-start gap-6">
      <PageTitle title={t.consentPage.title} refused={refused} />
      <meta name="robots" content="noindex" />
      <h1 className="display text-4xl">{t.consentPage.title}</h1>
      <p className="text-lg text-pretty text-muted">{t.consentPage.lead}</p>
      <TagList kinds={kinds} />
      <p className={note} role={refused ? 'alert' : 'status'}>
        {t.consentPage[signal ? 'signal' : refused ? 'refused' : state]}
      </p>
      {!signal && <ConsentForm back={back} />}
      <a className={link} href={`${localPath('/privacy')}#third-parties`}>
        {t.consent.more}
      </a>
    </div>
  )
}
