import { data, Outlet } from 'react-router'
import { isLanguage } from '#app/i18n/catalogue.ts'
import { SiteFooter } from '#app/ui/site-footer.tsx'
import { SiteHeader } from '#app/ui/site-header.tsx'
import type { Route } from './+types/public-layout'

/** `/:lang?` matches any first segment; only the site's other languages are pages. */
const knownLanguage: Route.MiddlewareFunction = ({ params }, next) => {
  const { lang } = params
  if (lang !== undefined && (lang === 'en' || !isLanguage(lang))) throw data(null, { status: 404 })
  return next()
}

export const middleware: Route.MiddlewareFunction[] = [knownLanguage]

export default function PublicLayout() {
  return (
    <>
      <SiteHeader />
      <main id="content">
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}
