import { isRouteErrorResponse, Links, Outlet, useLocation } from 'react-router'
import { DocumentMeta } from '#app/ui/document-meta.tsx'
import type { Route } from './+types/root'
import styles from './app.css?url'
import displayFont from './fonts/bricolage-display.woff2?url'
import { useI18n } from './i18n/use-i18n.ts'
import { damaged } from './middleware/damaged.server.ts'
import { maintenance } from './middleware/maintenance.server.ts'
import { readableForm } from './middleware/readable-form.server.ts'
import { sameOrigin } from './middleware/same-origin.server.ts'
import { session } from './middleware/session.server.ts'
import { siteFacts } from './models/site.server.ts'
import { stampForm } from './services/form-stamp.server.ts'
import { CrashPage, type OtherAddress } from './ui/crash-page.tsx'
import { NotFoundPage } from './ui/not-found-page.tsx'

/** What every request passes, in this order. */
export const middleware: Route.MiddlewareFunction[] = [
  sameOrigin,
  readableForm,
  session,
  damaged,
  maintenance,
]

export function loader() {
  return {
    ...siteFacts(),
    /** For the public forms; a page from a cache brings an older one, which is good for a day. */
    formStamp: stampForm(),
  }
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

/** Pages are plain HTML with small scripts of their own: no React is loaded in the browser. */
export function Layout({ children }: { children: React.ReactNode }) {
  const { language } = useI18n()
  const { pathname } = useLocation()
  return (
    <html lang={isBackOffice(pathname) ? 'en' : language}>
      <head>
        <DocumentMeta />
        <Links />
      </head>
      <body>{children}</body>
    </html>
  )
}

/** English, whatever the public site's language is. */
function isBackOffice(pathname: string): boolean {
  return /^\/admin(\/|$)/i.test(pathname)
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
