import { lazy, Suspense } from 'react'
import { Outlet, redirect } from 'react-router'
import { pageView } from '#app/analytics/middleware/page-view.server.ts'
import { notFound } from '#app/http/refusals.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import { isPlainPage } from '#app/i18n/public-pages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { filledAdPlaces } from '#app/settings/ads.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import type { SuggestedLanguage } from '#app/ui/site/frame/language-hint.tsx'
import { SiteFooter } from '#app/ui/site/frame/site-footer.tsx'
import { SiteHeader } from '#app/ui/site/frame/site-header.tsx'
import { Tags } from '#app/ui/site/frame/tags.tsx'
import { ReadingBeacon } from '#app/ui/site/reading-beacon.tsx'
import type { Visit } from '#app/ui/site/use-visit.ts'
import type { Route } from './+types/public-layout'
import { answersForm, consentOf, openForTags, tagsFor } from './middleware/consent.server.ts'
import {
  isPagePrefix,
  pageLanguageHeaders,
  suggestedLanguage,
} from './middleware/page-language.server.ts'

/**
 * `/:lang?` matches any first segment; only the site's other languages are pages. The default one's
 * prefix leads to the page without it: links made before the default changed go on working. Forms
 * are taken there too, as programs that unsubscribe follow no redirect.
 */
const knownLanguage: Route.MiddlewareFunction = ({ request, params, url }, next) => {
  const { lang } = params
  if (isPagePrefix(lang)) return next()
  if (lang !== defaultLanguage()) throw notFound()
  if (request.method === 'POST') return next()
  // One slash in front, since two would lead to another host.
  const path = `/${url.pathname.slice(lang.length + 1).replace(/^\/+/, '')}`
  // Not for good: the default may change again.
  throw redirect(path + url.search, 307)
}

export const middleware: Route.MiddlewareFunction[] = [
  pageView,
  openForTags,
  pageLanguageHeaders,
  knownLanguage,
]

export function loader({ request, params, url, context }: Route.LoaderArgs) {
  const consent = consentOf(request.headers)
  const suggested = suggestedLanguage(request, url, pageLanguage(params.lang))
  return {
    suggested: suggested === null ? null : languageHint(suggested),
    // Only operators get here while it is on.
    closed: settings().maintenanceMode,
    // As many as are counted as page views.
    counted: !context.get(answersForm) && isPlainPage(neutralPath(url.pathname), url.searchParams),
    visit: {
      consent,
      asks: consent === 'undecided' && !context.get(answersForm),
      tags: tagsFor(request.headers, url),
      ads: filledAdPlaces(),
    } satisfies Visit,
  }
}

/** The hint's texts in the language that it leads to, which a page in another one does not have. */
function languageHint(language: Language): SuggestedLanguage {
  const { label, suggestion, open, dismiss } = catalogue(language).languages
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return { language, name, texts: { label, suggestion, open, dismiss } }
}

/** No form of the public site changes what is around the page. */
export const shouldRevalidate = () => false

/** On few pages, so that the others load none of their code. */
const MaintenanceNotice = lazy(() => import('#app/ui/site/frame/maintenance-notice.tsx'))
const LanguageHint = lazy(() => import('#app/ui/site/frame/language-hint.tsx'))
const ConsentBanner = lazy(() => import('#app/ui/site/frame/consent-banner.tsx'))

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  const { suggested, closed, counted, visit } = loaderData
  return (
    <>
      <Suspense>{closed && <MaintenanceNotice />}</Suspense>
      <SiteHeader />
      <Suspense>{suggested !== null && <LanguageHint suggested={suggested} />}</Suspense>
      <main id="content">
        <Outlet />
      </main>
      <SiteFooter />
      <Suspense>{visit.asks && <ConsentBanner />}</Suspense>
      <Tags />
      {counted && <ReadingBeacon />}
    </>
  )
}
