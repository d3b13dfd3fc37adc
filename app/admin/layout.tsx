import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { twoFactorState } from '#app/accounts/credentials/totp.server.ts'
import { adminContext, requireAdmin } from '#app/accounts/middleware/require-admin.server.ts'
import { sessionContext } from '#app/accounts/middleware/session.server.ts'
import styles from '#app/css/admin.css?url'
import { privatePages } from '#app/http/private-pages.server.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { buildVersion } from '#app/observe/build-version.server.ts'
import { liveCursor } from '#app/observe/live-topics.server.ts'
import type { BulkProgress } from '#app/operations/bulk/bulk-list.ts'
import { shownBulkRuns } from '#app/operations/bulk/bulk-run.server.ts'
import { isDemoData } from '#app/operations/notices/demo-data.server.ts'
import { operatorNotices } from '#app/operations/notices/notification.server.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import { keepPageWithoutAnswer } from '#app/ui/admin/forms/no-answer.ts'
import { reloadOnConflict } from '#app/ui/admin/forms/reload-on-conflict.ts'
import { useRounds } from '#app/ui/admin/forms/use-rounds.ts'
import { AuthProvider } from '#app/ui/admin/frame/auth.tsx'
import { loadToast } from '#app/ui/admin/frame/flash.tsx'
import { scrollKeyOf, useRememberedPlace } from '#app/ui/admin/frame/last-place.ts'
import type { AdminFacts } from '#app/ui/admin/frame/use-admin.ts'
import { useNewBuild } from '#app/ui/admin/frame/use-new-build.ts'
import { NowContext, useRunningNow } from '#app/ui/admin/live/use-now.ts'
import { AppScroll, type PageHandle } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/layout'
import { loadPalette, loadShortcuts } from './palette/keys.tsx'
import { AdminShell, BareShell } from './shell.tsx'

/** Every page, action and file of the back office is below this route, and so behind the guard. */
export const middleware: Route.MiddlewareFunction[] = [privatePages, requireAdmin]

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

/**
 * Screens run in the browser: `<Link>`, `<Form>` and `href()` between them, and no prefetch, whose
 * answers no cache may keep. What is no screen stays a plain `<a>`, or has `reloadDocument`: files
 * (CSV, a report, a backup), covers, and all of the public site, whose texts are not loaded here.
 */
export const handle: PageHandle = { hydration: true }

export const clientMiddleware = [keepPageWithoutAnswer]

/** Also makes the guard run for data requests: it does so for routes with a loader only. */
export async function loader({
  request,
  context,
}: Route.LoaderArgs): Promise<AdminFacts & { bulk: BulkProgress[] }> {
  const { user } = context.get(adminContext)
  const live = `${buildVersion()}.${liveCursor()}`
  return {
    live,
    user: { id: user.id, name: user.name, email: user.email },
    ...(await operatorNotices()),
    locked: await needsTwoFactor(user.id),
    demoData: await isDemoData(),
    bulk: await shownBulkRuns(user.id),
    flash: isSeen(request) ? await context.get(sessionContext).readFlash() : [],
    build: buildVersion(),
    now: Date.now(),
    timeZone: siteTimeZone(),
  }
}

export const shouldRevalidate = reloadOnConflict

/** Whether someone sees the answer: a look at the headers alone, or ahead, shows no message. */
function isSeen({ method, headers }: Request): boolean {
  return method !== 'HEAD' && !headers.get('sec-purpose')?.includes('prefetch')
}

/** Whether two-factor sign-in must be set up before anything else; read again after an action. */
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

/** Browsers load it after the screen: it has to be there when the server no longer answers. */
const loadProblem = async () => ({ default: (await import('./problem-page.tsx')).ProblemPage })
const ProblemPage = lazy(loadProblem)

/** Shown in place of a page that fails, so that the menu still leads elsewhere. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const { siteName } = useSite()
  if (loaderData === undefined) {
    return (
      <BareShell siteName={siteName}>
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
  known: { user, waiting, banners, locked, demoData, flash, bulk, build, now, live },
  children,
}: {
  known: Route.ComponentProps['loaderData']
  children: React.ReactNode
}) {
  const { siteName } = useSite()
  useNewBuild(build)
  useRememberedPlace()
  return (
    <AuthProvider value={{ user, isAdmin: true }}>
      <AdminShell
        siteName={siteName}
        userName={user.name}
        waiting={waiting}
        banners={banners}
        locked={locked}
        demoData={demoData}
        flash={flash}
        bulk={bulk}
        round={useRounds(now)}
      >
        <NowContext value={useRunningNow(now)}>{children}</NowContext>
      </AdminShell>
      <Late live={live} />
      <AppScroll getKey={scrollKeyOf} />
    </AuthProvider>
  )
}

/**
 * The late parts, once they are loaded, and none where that fails: the screen works all the same. It
 * has a state of its own, since a change around parts that are not hydrated yet makes React throw
 * them away and render them again, with what was opened or ticked in them.
 */
function Late({ live }: { live: string }) {
  const [parts, setParts] = useState<typeof import('./late-parts.tsx') | null>(null)
  useEffect(() => {
    import('./late-parts.tsx').then(setParts, () => null)
    for (const load of [loadProblem, loadToast, loadPalette, loadShortcuts]) {
      load().catch(() => null)
    }
  }, [])
  return parts && <parts.LateParts live={live} />
}
