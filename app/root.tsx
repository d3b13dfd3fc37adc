import { useContext } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import { DocumentMeta } from '#app/ui/document-meta.tsx'
import type { Route } from './+types/root'
import styles from './app.css?url'
import displayFont from './fonts/bricolage-display.woff2?url'
import { TextsContext } from './i18n/use-i18n.ts'
import { damaged } from './middleware/damaged.server.ts'
import { maintenance } from './middleware/maintenance.server.ts'
import { readableForm } from './middleware/readable-form.server.ts'
import { sameOrigin } from './middleware/same-origin.server.ts'
import { session } from './middleware/session.server.ts'
import { siteFacts } from './models/site.server.ts'
import { CrashPage, type OtherAddress } from './ui/crash-page.tsx'
import { NotFoundPage } from './ui/not-found-page.tsx'
import { AppScripts } from './ui/page-scripts.tsx'
import { isBackOffice } from './utils/back-office.ts'

/** What every request passes, in this order. */
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

/** Forms of the public site change nothing that is said of the site; settings do. */
export function shouldRevalidate({
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return isBackOffice(nextUrl.pathname) && defaultShouldRevalidate
}

/** The document around every page. Which of them run in the browser is said by a route's `handle`. */
export function Layout({ children }: { children: React.ReactNode }) {
  const texts = useContext(TextsContext)
  const { pathname } = useLocation()
  return (
    // The theme's script sets an attribute that the server knows nothing of.
    <html lang={isBackOffice(pathname) ? 'en' : texts?.language} suppressHydrationWarning>
      <head>
        <DocumentMeta />
        <Links />
        {/* With a precedence, since React puts everything else in front of it that it hoists. */}
        <link rel="stylesheet" href={styles} precedence="default" />
      </head>
      <body>
        {children}
        <AppScripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) return <CrashPage />
  if (error.status === 404) return <NotFoundPage />
  const otherAddress: OtherAddress | null = error.data?.own === undefined ? null : error.data
  return (
    <CrashPage refused={error.status === 400 || error.status === 403} otherAddress={otherAddress} />
  )
}
