import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
} from 'react-router'
import type { Route } from './+types/root'
import styles from './app.css?url'
import { env } from './env.server.ts'
import displayFont from './fonts/bricolage-display.woff2?url'
import { useI18n } from './i18n/use-i18n.ts'
import { exchangeContext } from './middleware/exchange.server.ts'
import { sameOrigin } from './middleware/same-origin.server.ts'
import { session } from './middleware/session.server.ts'
import { settings } from './models/settings.server.ts'
import { defaultLanguage } from './models/site-language.server.ts'
import { extractor } from './models/upstream.server.ts'
import { stampForm } from './services/form-stamp.server.ts'
import { CrashPage } from './ui/crash-page.tsx'
import { NotFoundPage } from './ui/not-found-page.tsx'
import { themeColors } from './utils/theme-color.ts'

/** What every request passes, in this order. */
export const middleware: Route.MiddlewareFunction[] = [sameOrigin, session]

export function loader({ context }: Route.LoaderArgs) {
  const { nonce } = context.get(exchangeContext)
  return {
    nonce,
    siteName: settings().siteName,
    appUrl: env.APP_URL,
    defaultLanguage: defaultLanguage(),
    demo: extractor().mode === 'demo',
    year: new Date().getUTCFullYear(),
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

export function Layout({ children }: { children: React.ReactNode }) {
  const { language } = useI18n()
  const hydrated = useMatches().some(({ handle }) => isHydrated(handle))
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          content={themeColors.light}
          media="(prefers-color-scheme: light)"
        />
        <meta name="theme-color" content={themeColors.dark} media="(prefers-color-scheme: dark)" />
        <Links />
      </head>
      <body>
        {children}
        {hydrated && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/**
 * Public pages are plain HTML with at most one small script of their own; only screens that say
 * `handle = { hydrate: true }` load React in the browser.
 */
function isHydrated(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'hydrate' in handle
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return <CrashPage />
}
