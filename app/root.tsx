import { lazy, Suspense, useContext } from 'react'
import {
  Links,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
} from 'react-router'
import type { Route } from './+types/root'
import { session } from './accounts/middleware/session.server.ts'
import styles from './app.css?url'
import print from './css/print.css?url'
import displayFont from './fonts/bricolage-display.woff2?url'
import { readableForm } from './http/readable-form.server.ts'
import { sameOrigin } from './http/same-origin.server.ts'
import { TextsContext } from './i18n/use-i18n.ts'
import { damaged, maintenance } from './pages/middleware/closed-site.server.ts'
import { siteFacts } from './pages/site-facts.server.ts'
import { isBackOffice } from './ui/site/back-office.ts'
import { DocumentMeta } from './ui/site/head/document-meta.tsx'
import { AppScripts } from './ui/site/page-scripts.tsx'

/** Runs for every request, in this order. */
export const middleware: Route.MiddlewareFunction[] = [
  sameOrigin,
  readableForm,
  session,
  damaged,
  maintenance,
]

export function loader() {
  return siteFacts()
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

/**
 * Back-office forms reload the root's data, since settings change it; public forms don't. Links
 * never do: offline, that would fail the document instead of a page within its frame.
 */
export function shouldRevalidate({
  nextUrl,
  formMethod = 'GET',
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return isBackOffice(nextUrl.pathname) && formMethod !== 'GET' && defaultShouldRevalidate
}

/** Data of a page whose text is a document; of others, something else. */
type WithDocument = { document?: { language?: string } } | undefined

/** The document around every page. A route's `handle` determines whether it runs in the browser. */
export function Layout({ children }: { children: React.ReactNode }) {
  const texts = useContext(TextsContext)
  const { pathname } = useLocation()
  const language = isBackOffice(pathname) ? 'en' : texts?.language
  const matches = useMatches()
  // An untranslated document's title has no `lang` of its own. Browsers keep what was sent.
  const own =
    import.meta.env.SSR &&
    matches.flatMap(({ loaderData }) => (loaderData as WithDocument)?.document?.language ?? [])[0]
  return (
    // The theme's script sets an attribute that the server doesn't know.
    <html lang={own || language} suppressHydrationWarning>
      <head>
        <DocumentMeta />
        <Links />
        {/* With a precedence, or React would put everything else it hoists in front of it. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        <link rel="stylesheet" href={print} media="print" />
      </head>
      <body lang={language}>
        {children}
        <AppScripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

/** Loaded only on failure: working pages don't need it, and the back office has no texts for it. */
const FailedPage = lazy(() => import('./ui/site/messages/failed-page.tsx'))
/** The same for the back office. Only the server renders it, so browsers don't load it. */
const FailedScreen = import.meta.env.SSR && lazy(() => import('./admin/failed-screen.tsx'))

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation()
  if (useContext(TextsContext) === null) return <ProblemWithoutTexts here={pathname + search} />
  const Page = FailedScreen && isBackOffice(pathname) ? FailedScreen : FailedPage
  return (
    <Suspense>
      <Page error={error} />
    </Suspense>
  )
}

/** Shown in the browser if something fails that even the back office's layout needs. */
function ProblemWithoutTexts({ here }: { here: string }) {
  return (
    <main id="content" lang="en">
      <p>
        This page couldn’t be shown. <a href={here}>Try again</a>{' '}
        <a href="/admin">To the dashboard</a>
      </p>
    </main>
  )
}
