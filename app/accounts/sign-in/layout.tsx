import { Outlet } from 'react-router'
import styles from '#app/css/admin.css?url'
import { privatePages } from '#app/http/private-pages.server.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useSendOnce } from '#app/ui/admin/forms/use-send-once.ts'
import Progress from '#app/ui/admin/frame/progress.tsx'
import { NoAnswer } from '#app/ui/admin/frame/unanswered.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { AppScroll, type PageHandle } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/layout'

/** Pages in front of the back office: open to everyone, never cached. */
export const middleware: Route.MiddlewareFunction[] = [privatePages]

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const handle: PageHandle = { hydration: true }

/** Makes the middleware run for data requests too. */
export function loader() {
  return null
}

export default function SignInLayout() {
  const { siteName } = useSite()
  return (
    <div
      className="grid flex-1 content-center gap-6 px-5 py-10"
      lang="en"
      onSubmitCapture={useSendOnce()}
    >
      <Progress />
      <header className="mx-auto">
        <a href="/" className="group inline-flex min-h-11 min-w-0 items-center">
          <Logo name={siteName} />
        </a>
      </header>
      <main id="content" className="grid flex-none gap-6">
        <div className="mx-auto w-full max-w-md empty:hidden">
          <NoAnswer />
        </div>
        <Outlet />
      </main>
      <AppScroll />
    </div>
  )
}
