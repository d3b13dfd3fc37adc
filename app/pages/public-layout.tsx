import { lazy, Suspense } from 'react'
import { Outlet, redirect } from 'react-router'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import { pageView } from '#app/analytics/middleware/page-view.server.ts'
import { missingPage } from '#app/http/missing-page.server.ts'
import { pageAddress } from '#app/http/page-address.ts'
import { notFound } from '#app/http/refusals.ts'
import type { TagIds } from '#app/http/third-party-tags.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { neutralPath } from '#app/i18n/local-path.ts'
import { isPlainPage } from '#app/i18n/public-pages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { filledAdPlaces } from '#app/settings/ads.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import beaconScript from '#app/ui/site/browser/beacon.ts?worker&url'
import tagsScript from '#app/ui/site/browser/tags.ts?worker&url'
import type { SuggestedLanguage } from '#app/ui/site/frame/language-hint.tsx'
import { SiteFooter } from '#app/ui/site/frame/site-footer.tsx'
import { SiteHeader } from '#app/ui/site/frame/site-header.tsx'
import { ModuleScript } from '#app/ui/site/page-scripts.tsx'
import type { Visit } from '#app/ui/site/use-visit.ts'
import type { Route } from './+types/public-layout'
import { answersForm, consentOf, openForTags, tagsFor } from './middleware/consent.server.ts'
import {
  isPagePrefix,
  pageLanguageHeaders,
  suggestedLanguage,
} from './middleware/page-language.server.ts'

const notFoundInit = { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } }

/** Addresses without a page share one answer, whatever language they begin with. */
const sharedMissingPage: Route.MiddlewareFunction = ({ request, params, context }, next) => {
  const { lang } = params
  const isLanguage = isPagePrefix(lang) || lang === defaultLanguage()
  const answer = isLanguage && params['*'] === undefined ? null : context.get(missingPage)
  if (answer === null) return next()
  // Data without the router's header is an error in the browser, which then loads the page.
  return pageAddress(request).isData ? new Response('Not Found\n', notFoundInit) : answer()
}

/**
 * `/:lang?` matches any first segment, but only the site's other languages are pages. The default
 * one's prefix redirects to the page without it, so that links from before a change of the default
 * work. Forms are accepted there, since programs that unsubscribe follow no redirect.
 */
const knownLanguage: Route.MiddlewareFunction = ({ request, params, url }, next) => {
  const { lang } = params
  if (isPagePrefix(lang)) return next()
  if (lang !== defaultLanguage()) throw notFound()
  if (request.method === 'POST') return next()
  // One slash in front, since two would lead to another host.
  const path = `/${url.pathname.slice(lang.length + 1).replace(/^\/+/, '')}`
  // Temporary: the default can change again.
  throw redirect(path + url.search, 307)
}

export const middleware: Route.MiddlewareFunction[] = [
  sharedMissingPage,
  pageView,
  openForTags,
  pageLanguageHeaders,
  knownLanguage,
]

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const consent = consentOf(request.headers)
  const suggested = suggestedLanguage(request, url, pageLanguage(params.lang))
  return {
    suggested: suggested === null ? null : languageHint(suggested),
    closed: settings().maintenanceMode && (await isOperator(context)),
    // Only pages that are counted as page views.
    counted: !context.get(answersForm) && isPlainPage(neutralPath(url.pathname), url.searchParams),
    visit: {
      consent,
      asks: consent === 'undecided' && !context.get(answersForm),
      tags: tagsFor(request.headers, url),
      ads: filledAdPlaces(),
    } satisfies Visit,
  }
}

/** Visitors too get to the pages that stay open in maintenance mode. */
async function isOperator(context: Route.LoaderArgs['context']): Promise<boolean> {
  return (await context.get(sessionContext).current())?.user.role === 'admin'
}

/** Returns the hint's texts in its own language, which a page in another one doesn't have. */
function languageHint(language: Language): SuggestedLanguage {
  const { label, suggestion, open, dismiss } = catalogue(language).languages
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return { language, name, texts: { label, suggestion, open, dismiss } }
}

/** No form of the public site changes the layout's data. */
export const shouldRevalidate = () => false

/** Rarely needed, so other pages don't load their code. */
const MaintenanceNotice = lazy(() => import('#app/ui/site/frame/maintenance-notice.tsx'))
const LanguageHint = lazy(() => import('#app/ui/site/frame/language-hint.tsx'))
const ConsentBanner = lazy(() => import('#app/ui/site/frame/consent-banner.tsx'))

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  const { suggested, closed, counted, visit } = loaderData
  return (
    <>
      <Suspense>{closed && <MaintenanceNotice />}</Suspense>
      <SiteHeader />
      <Suspense>{visit.asks && <ConsentBanner />}</Suspense>
      <Suspense>{suggested !== null && <LanguageHint suggested={suggested} />}</Suspense>
      <main id="content">
        <Outlet />
      </main>
      <SiteFooter />
      {visit.tags !== null && <Tags ids={visit.tags} />}
      {counted && <ModuleScript src={beaconScript} />}
    </>
  )
}

/** Loads the tags the visitor agreed to; the ids are data, since the page has no inline script. */
function Tags({ ids: { analytics, heatmap, pixel } }: { ids: TagIds }) {
  return (
    <ModuleScript
      src={tagsScript}
      data={{
        'data-tags': '',
        'data-analytics': analytics,
        'data-heatmap': heatmap,
        'data-pixel': pixel,
      }}
    />
  )
}
