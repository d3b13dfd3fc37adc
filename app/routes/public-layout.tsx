import { data, Outlet } from 'react-router'
import {
  isPagePrefix,
  pageLanguageHeaders,
  suggestedLanguage,
} from '#app/middleware/page-language.server.ts'
import { pageView } from '#app/middleware/page-view.server.ts'
import { pageLanguage } from '#app/models/site-language.server.ts'
import { LanguageHint } from '#app/ui/language-hint.tsx'
import { SiteFooter } from '#app/ui/site-footer.tsx'
import { SiteHeader } from '#app/ui/site-header.tsx'
import type { Route } from './+types/public-layout'

/** `/:lang?` matches any first segment; only the site's other languages are pages. */
const knownLanguage: Route.MiddlewareFunction = ({ params }, next) => {
  if (!isPagePrefix(params.lang)) throw data(null, { status: 404 })
  return next()
}

export const middleware: Route.MiddlewareFunction[] = [pageView, pageLanguageHeaders, knownLanguage]

export function loader({ request, params, url }: Route.LoaderArgs) {
  return { suggested: suggestedLanguage(request, url, pageLanguage(params.lang)) }
}

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  const { suggested } = loaderData
  return (
    <>
      <SiteHeader />
      {suggested !== null && <LanguageHint suggested={suggested} />}
      <main id="content">
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}
