import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { twoFactorState } from '#app/accounts/credentials/totp.server.ts'
import { adminContext, requireAdmin } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import type { BulkProgress } from '#app/bulk/bulk-list.ts'
import { shownBulkRuns } from '#app/bulk/bulk-run.server.ts'
import styles from '#app/css/admin.css?url'
import { allKeyed } from '#app/http/all-keyed.ts'
import { privatePages } from '#app/http/private-pages.server.ts'
import { liveCursor } from '#app/live/live-topics.server.ts'
import { isDemoData } from '#app/notices/demo-data.server.ts'
import { operatorNotices } from '#app/notices/notification.server.ts'
import { buildVersion } from '#app/observe/build-version.server.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { type Auth, AuthProvider } from '#app/ui/admin/frame/auth.tsx'
import { scrollKeyOf, useRememberedPlace } from '#app/ui/admin/frame/last-place.ts'
import type { AdminFacts } from '#app/ui/admin/frame/use-admin.ts'
import { NowContext, useRunningNow } from '#app/ui/admin/live/use-now.ts'
import { resultsMiddleware } from '#app/ui/admin/live/watch-results.ts'
import { AppScroll, type PageHandle } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/layout'
import { loadPalette, loadShortcuts } from './palette/keys.tsx'
import { AdminShell, BareShell } from './shell.tsx'

/** Every page, action and file of the back office is below this route and behind its guard. */
export const middleware: Route.MiddlewareFunction[] = [privatePages, requireAdmin]

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

/**
 * Screens run in the browser, with `<Link>`, `<Form>` and `href()` between them. They are not
 * prefetched, since caches may not keep their answers. Everything else is a plain `<a>` or has
 * `reloadDocument`: files (CSV, a report, a backup), covers, and the public site, whose texts
 * aren't loaded here.
 */
export const handle: PageHandle = { hydration: true }

export const clientMiddleware = [resultsMiddleware]

/** Also makes the guard run for data requests, which it only does for routes with a loader. */
export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<AdminFacts & Pick<Auth, 'user'> & { bulk: BulkProgress[] }> {
  const { user } = context.get(adminContext)
  const live = `${buildVersion()}.${liveCursor()}`
  const { notices, ...read } = await allKeyed({
    notices: operatorNotices(),
    locked: needsTwoFactor(user.id),
    demoData: isDemoData(),
    bulk: shownBulkRuns(user.id),
    flash: isSeen(request) ? context.get(sessionContext).readFlash() : [],
  })
  return {
    live,
    user: { id: user.id, name: user.name, email: user.email },
    ...notices,
    ...read,
    build: buildVersion(),
    now: Date.now(),
    timeZone: siteTimeZone(),
  }
}

export const shouldRevalidate = reloadOnConflict

/** False for HEAD and prefetch requests: no one sees their answer, so they keep flash messages. */
function isSeen({ method, headers }: Request): boolean {
  return method !== 'HEAD' && !headers.get('sec-purpose')?.includes('prefetch')
}

/** True if two-factor sign-in must be set up first. Checked again after each action. */
async function needsTwoFactor(userId: string): Promise<boolean> {
  return settings().twoFactorRequired && !(await twoFactorState(userId)).on
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame known={loaderData}>
      <Outlet />
    </AdminFrame>
  )
}

/** Preloaded after the screen, since it is needed when the server no longer answers. */
const loadProblem = () => import('./problem-page.tsx')
const ProblemPage = lazy(loadProblem)

/** Replaces only the failed page, so that the menu stays usable. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (loaderData === undefined) {
    return (
      <BareShell>
        <Suspense>
          <ProblemPage error={error} />
        </Suspense>
      </BareShell>
    )
  }
  return (
    <AdminFrame known={loaderData}>
      <Suspense>
        <ProblemPage error={error} />
      </Suspense>
    </AdminFrame>
  )
}

function AdminFrame({
  known: { user, bulk, build, now, live },
  children,
}: {
  known: Route.ComponentProps['loaderData']
  children: React.ReactNode
}) {
  useNewBuild(build)
  useRememberedPlace()
  return (
    <AuthProvider value={{ user, isAdmin: true }}>
      <AdminShell bulk={bulk} round={useRounds(now)}>
        <NowContext value={useRunningNow(now)}>{children}</NowContext>
      </AdminShell>
      <Late live={live} />
      <AppScroll getKey={scrollKeyOf} />
    </AuthProvider>
  )
}

/** Reloads the page once the server runs a different build. */
function useNewBuild(build: string): void {
  const own = useRef(build)
  useEffect(() => {
    if (build !== own.current) location.reload()
  }, [build])
}

/**
 * Returns a number that increases each time a form has succeeded: used as a key, it resets a
 * screen's fields, ticks and menus. A refused form doesn't reload the page (`loadedAt` stays).
 * Filters and fetchers don't count.
 */
function useRounds(loadedAt: number): number {
  const { state, formMethod } = useNavigation()
  const isSending = state !== 'idle' && formMethod === 'POST'
  const [known, setKnown] = useState({ loadedAt, isSending, round: 0 })
  // In an effect, anything typed between the new data and the new fields would be lost.
  if (known.loadedAt !== loadedAt || known.isSending !== isSending) {
    const isDone = known.isSending && known.loadedAt !== loadedAt
    setKnown({ loadedAt, isSending, round: isDone ? known.round + 1 : known.round })
  }
  return known.round
}

/**
 * Loads the late parts; if that fails, the screen works without them. It has its own state because
 * updating around parts that aren't hydrated yet makes React render them again, losing what was
 * opened or ticked.
 */
function Late({ live }: { live: string }) {
  const [parts, setParts] = useState<typeof import('./late-parts.tsx') | null>(null)
  useEffect(() => {
    import('./late-parts.tsx').then(setParts, () => null)
    for (const load of [loadProblem, loadPalette, loadShortcuts]) {
      load().catch(() => null)
    }
  }, [])
  return parts && <parts.LateParts live={live} />
}
