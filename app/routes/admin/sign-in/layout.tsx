import { Outlet, useRouteLoaderData } from 'react-router'
import styles from '#app/css/admin.css?url'
import { privatePages } from '#app/middleware/private-pages.server.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { Logo } from '#app/ui/logo.tsx'
import type { Route } from './+types/layout'

/** The pages in front of the back office: open to everybody, kept by no cache. */
export const middleware: Route.MiddlewareFunction[] = [privatePages]

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

/** Makes the middleware run for data requests too. */
export function loader() {
  return null
}

export default function SignInLayout() {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <div className="grid flex-1 content-center gap-6 px-5 py-10" lang="en">
      <header className="mx-auto">
        <a href="/" className="site-header-brand">
          <Logo name={site?.siteName ?? 'Cleanclip'} />
        </a>
      </header>
      <main id="content" className="flex-none">
        <Outlet />
      </main>
    </div>
  )
}
