import { Bell, LogOut, Menu, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Form, href, Link, useLocation, useNavigation } from 'react-router'
import type { BulkProgress } from '#app/bulk/bulk-list.ts'
import { useSite } from '#app/i18n/site-context.ts'
import type { AdminNotification } from '#app/observe/system-facts.ts'
import { button } from '#app/ui/admin/button.ts'
import { Drop, DropLine, DropNote, DropPanel, dropItem } from '#app/ui/admin/drop-menu.tsx'
import { useSendOnce } from '#app/ui/admin/forms/use-send-once.ts'
import { useAuth } from '#app/ui/admin/frame/auth.tsx'
import { focusPage } from '#app/ui/admin/frame/page-focus.ts'
import { NoAnswer } from '#app/ui/admin/frame/unanswered.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { FieldSize } from '#app/ui/field-size.ts'
import { link } from '#app/ui/link.ts'
import { LogoMark } from '#app/ui/logo.tsx'
import { ThemeSwitch } from '#app/ui/site/frame/theme-switch.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { adminMenu, isHere } from './menu.ts'
import icons from './menu-icons.svg?url'
import { Keys } from './palette/keys.tsx'

// Loaded after the first screen, within its script budget.
const Banners = lazy(() => import('#app/ui/admin/frame/banners.tsx'))
const Progress = lazy(() => import('#app/ui/admin/frame/progress.tsx'))
const FlashMessages = lazy(async () => ({
  default: (await import('#app/ui/admin/frame/flash.tsx')).FlashMessages,
}))
const NotificationList = lazy(() => import('./notification-list.tsx'))
const DemoMark = lazy(() => import('./demo-mark.tsx'))
/** Loaded only while there is a run. */
const BulkStrip = lazy(async () => ({
  default: (await import('#app/bulk/ui/bulk-strip.tsx')).BulkStrip,
}))

const frame =
  'grid flex-1 grid-cols-1 grid-rows-[auto_1fr] text-sm lg:grid-cols-[--spacing(54)_minmax(0,1fr)] print:block'
const bar =
  'sticky top-0 z-20 flex h-13 items-center gap-[min(0.25rem,1vw)] bg-ink px-[min(1rem,5vw)] sm:gap-2 text-paper md:px-6 lg:col-span-full xl:px-8 dark:border-line dark:border-b dark:bg-sunken print:hidden'
const barItem =
  'relative inline-flex min-h-[44px] min-w-[44px] cursor-pointer items-center justify-center gap-2 whitespace-nowrap rounded-sm px-[min(0.625rem,3vw)] font-semibold hover:bg-[#f6f2ea1f] focus-visible:outline-[#9dbcff] focus-visible:outline-offset-1 group-open/drop:bg-[#f6f2ea1f] no-marker'
const barPanel = 'max-h-screen-less-20 w-[min(24rem,100vw-2rem)] overflow-y-auto max-sm:end-4'
const main =
  'group/main grid w-full min-w-0 max-w-screen-2xl grid-cols-1 content-start gap-5 px-[min(1rem,5vw)] pt-5 pb-16 md:px-6 xl:px-8'
const navGroup = 'grid gap-0.5'
/** The current page's link has the logo's shape: a sheet with a cut corner. */
const navLink =
  'relative flex min-h-10 items-center gap-3 rounded-sm px-3 font-semibold text-muted hover:bg-sunken hover:text-text aria-[current]:rounded-se-none aria-[current]:bg-[linear-gradient(225deg,transparent_0.6rem,var(--surface)_calc(0.6rem+0.5px))] aria-[current]:text-text aria-[current]:before:absolute aria-[current]:before:start-0 aria-[current]:before:h-5 aria-[current]:before:w-0.75 aria-[current]:before:bg-accent aria-[current]:[&>svg]:text-link forced-colors:aria-[current]:underline pointer-coarse:min-h-11'

/**
 * The frame of every back-office page. All its menus are `<details>`. `round` increases when a form
 * has succeeded and the page starts over.
 */
export function AdminShell({
  bulk,
  round,
  children,
}: {
  bulk: BulkProgress[]
  round: number
  children: React.ReactNode
}) {
  const { waiting, banners, locked, demoData, flash } = useAdmin()
  useFocusOnChange(round)
  const { state } = useNavigation()
  const { user } = useAuth()
  return (
    <div className={frame} lang="en" onSubmitCapture={useSendOnce()}>
      <Suspense>
        <Progress />
      </Suspense>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content, by the browser alone or by us */}
      <a
        href="#content"
        className={button({
          className:
            'fixed start-2 top-2 z-30 [transform:translateY(-200%)] focus:[transform:none] print:hidden',
        })}
        onClick={(event) => {
          // Following the anchor would be a navigation, which drops a form's answer. The title
          // has a name, which `main` doesn't.
          event.preventDefault()
          scrollTo(0, 0)
          focusPage()
        }}
      >
        Skip to content
      </a>
      <header className={bar}>
        <Drop className="lg:hidden" name="bar">
          <summary className={`-ms-2.5 ${barItem}`} aria-label="Menu">
            <Menu className="group-open/drop:hidden" aria-hidden="true" size={24} />
            <X className="hidden group-open/drop:block" aria-hidden="true" size={24} />
          </summary>
          <div className="absolute inset-x-0 top-full max-h-screen-less-13 overflow-y-auto border-line border-b bg-page px-4 pt-3 pb-4 text-text shadow-[0_24px_40px_rgb(0_0_0/30%)] md:px-6">
            {!locked && <AdminNav />}
            <div className="mt-3 flex items-center justify-between gap-4 border-line border-t px-3 pt-3">
              <Link
                className={`inline-flex min-h-11 items-center ${link}`}
                to={href('/admin/settings/account')}
              >
                {user.name}
              </Link>
              <LogoutForm className={button({ look: 'quiet' })} />
            </div>
          </div>
        </Drop>
        <Brand demo={demoData} />
        <Suspense>{demoData && <DemoMark item={barItem} panel={barPanel} />}</Suspense>
        {!locked && <Keys className={barItem} />}
        {!locked && <NotificationBell waiting={waiting} />}
        <AdminTheme />
        <Link
          className={`${barItem} max-lg:hidden`}
          to={href('/admin/settings/account')}
          title="Your account"
        >
          <span className="max-w-56 truncate opacity-75">{user.name}</span>
        </Link>
        <div className="max-lg:hidden">
          <LogoutForm className={barItem} />
        </div>
      </header>
      <div className="border-line border-e max-lg:hidden print:hidden">
        {!locked && (
          <div className="sticky top-13 max-h-screen-less-13 overflow-y-auto px-3 py-5">
            <AdminNav />
          </div>
        )}
      </div>
      <main id="content" className={main} aria-busy={state === 'submitting'}>
        {/* Filled by `LostConnection`, which loads after the screen. */}
        <div id="connection" role="status" className="empty:absolute" />
        <Suspense>
          {!locked && <Banners items={banners} />}
          <FlashMessages messages={flash}>
            <Suspense>{bulk.length > 0 && <BulkStrip runs={bulk} />}</Suspense>
          </FlashMessages>
        </Suspense>
        <NoAnswer />
        <FieldSize value="small" key={round}>
          {children}
        </FieldSize>
      </main>
    </div>
  )
}

/** The frame for pages that can't use the database: without menu and names. */
export function BareShell({ children }: { children: React.ReactNode }) {
  return (
    <div className={frame} lang="en">
      <header className={bar}>
        <Brand />
      </header>
      <main id="content" className={`${main} lg:col-span-full`}>
        {children}
      </main>
    </div>
  )
}

/** On phones the demo mark leaves no room for the name. */
function Brand({ demo = false }: { demo?: boolean }) {
  const { siteName } = useSite()
  return (
    <Link
      className="me-auto flex min-h-11 min-w-0 items-center gap-2.5 display text-[min(1.125rem,4.4vw)] focus-visible:outline-[#9dbcff] [&>svg]:flex-none"
      to={href('/admin')}
    >
      <LogoMark size={28} />
      <span className={`line-clamp-2 leading-tight wrap-anywhere ${demo ? 'max-sm:sr-only' : ''}`}>
        {`${siteName} `}
        <span className="text-mint">Admin</span>
      </span>
    </Link>
  )
}

function AdminNav() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Admin">
      {adminMenu.map((group, index) => (
        <ul
          key={group[0]?.href}
          className={index === 0 ? navGroup : `${navGroup} mt-2.5 border-line border-t pt-2.5`}
        >
          {group.map(({ href, label, icon }) => (
            <li key={href}>
              <Link className={navLink} to={href} aria-current={isHere(href, pathname)}>
                <svg width="19" height="19" aria-hidden="true">
                  <use href={`${icons}#${icon}`} />
                </svg>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function AdminTheme() {
  return (
    <ThemeSwitch
      className="flex-none [&_select]:hover:bg-[#f6f2ea1f] [&_select]:focus-visible:outline-[#9dbcff]"
      label="Theme"
      system="System"
      light="Light"
      dark="Dark"
    />
  )
}

function NotificationBell({ waiting }: { waiting: AdminNotification[] }) {
  const count = waiting.length
  const label = count === 0 ? 'Notifications: none' : `Notifications: ${count} waiting`
  return (
    <Drop className="sm:relative" name="bar">
      <summary className={barItem} aria-label={label}>
        <Bell aria-hidden="true" size={20} />
        {count > 0 && (
          // Over the bell's corner at every size of text, which the bell doesn't grow with.
          <span
            className="-ms-[calc(0.5rem+8px)] min-w-4.5 [transform:translateY(calc(2px-50%))] rounded-sm bg-accent px-1 text-center font-extrabold text-on-accent text-xs leading-4.5 tabular-nums"
            data-waiting={count}
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </summary>
      <DropPanel className={barPanel}>
        {count === 0 ? (
          <DropNote>You’re all caught up.</DropNote>
        ) : (
          <Suspense>
            <NotificationList items={waiting.slice(0, 6)} />
          </Suspense>
        )}
        <DropLine />
        <Link
          className={dropItem({ className: 'font-semibold' })}
          to={href('/admin/notifications')}
        >
          {count > 6 ? `All ${count} notifications` : 'Open notifications'}
        </Link>
      </DropPanel>
    </Drop>
  )
}

/** Focuses a new page's title, and the page after a form or link that took its own focus away. */
function useFocusOnChange(round: number): void {
  const { pathname, hash, key } = useLocation()
  const here = `${pathname} ${key} ${round}`
  // A page loaded whole is said by the browser.
  const seen = useRef(useRuns() ? '' : here)
  useEffect(() => {
    if (seen.current === here) return
    const isNew = seen.current.split(' ', 1)[0] !== pathname
    seen.current = here
    if (isNew || document.activeElement === document.body) focusPage(hash)
  }, [here, pathname, hash])
}

/** Submitted through the router, which cancels pending loads: they would get the sign-in page. */
function LogoutForm({ className }: { className: string }) {
  return (
    <Form method="post" action={href('/admin/logout')}>
      <button type="submit" className={className}>
        <LogOut aria-hidden="true" size={18} />
        Sign out
      </button>
    </Form>
  )
}
