import { Bell, LogOut, Menu, X } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { href, Link, useLocation, useNavigation } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import type { AdminNotification } from '#app/observe/system-facts.ts'
import { Drop } from '#app/ui/admin/drop-menu.tsx'
import { useSendOnce } from '#app/ui/admin/forms/use-send-once.ts'
import { Banners } from '#app/ui/admin/frame/banners.tsx'
import { FlashMessages } from '#app/ui/admin/frame/flash.tsx'
import { Progress } from '#app/ui/admin/frame/progress.tsx'
import { LogoMark } from '#app/ui/logo.tsx'
import { adminMenu, isHere } from './menu.ts'
import { NotificationList } from './notification-list.tsx'

/**
 * The frame of every page of the back office. Everything that opens is a `<details>`. `round` goes
 * up when a form has done its work, and the page begins anew.
 */
export function AdminShell({
  siteName,
  userName,
  waiting,
  banners,
  locked,
  demoData,
  flash,
  round = 0,
  children,
}: {
  siteName: string
  userName: string
  waiting: AdminNotification[]
  /** What every page says at its top. */
  banners: AdminNotification[]
  /** Whether the operator has to set up two-factor sign-in first: nothing else opens. */
  locked: boolean
  /** Whether all there is to see was made up by `npm run seed`. */
  demoData: boolean
  flash: Flash[]
  round?: number
  children: React.ReactNode
}) {
  const main = useFocusOnChange(round)
  const { state } = useNavigation()
  return (
    <div className="admin" lang="en" onSubmitCapture={useSendOnce()}>
      <Progress />
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content, by the browser alone or by us */}
      <a
        href="#content"
        className="skip-link button"
        onClick={(event) => {
          // Another address, if only by its anchor, would take away what a form was answered with.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to content
      </a>
      <header className="admin-bar">
        <Drop className="bar-narrow" name="bar">
          <summary className="bar-item bar-edge" aria-label="Menu">
            <Menu className="menu-open" aria-hidden="true" size={24} />
            <X className="menu-close" aria-hidden="true" size={24} />
          </summary>
          <div className="admin-menu-panel">
            {!locked && <AdminNav />}
            <div className="admin-menu-user">
              <Link className="link" to={href('/admin/settings/account')}>
                {userName}
              </Link>
              <LogoutForm className="button-quiet" />
            </div>
          </div>
        </Drop>
        <Brand siteName={siteName} />
        {demoData && <DemoMark />}
        {!locked && <NotificationBell waiting={waiting} />}
        <Link
          className="bar-wide bar-item bar-user"
          to={href('/admin/settings/account')}
          title="Your account"
        >
          {userName}
        </Link>
        <div className="bar-wide">
          <LogoutForm className="bar-item" />
        </div>
      </header>
      <div className="admin-side">{!locked && <AdminNav />}</div>
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className="admin-main"
        aria-busy={state === 'submitting'}
      >
        {!locked && <Banners items={banners} />}
        <FlashMessages messages={flash} />
        <Fragment key={round}>{children}</Fragment>
      </main>
    </div>
  )
}

/** The same for a page that may not need anything from the database: no menu, nobody's name. */
export function BareShell({ siteName, children }: { siteName: string; children: React.ReactNode }) {
  return (
    <div className="admin admin-bare" lang="en">
      <header className="admin-bar">
        <Brand siteName={siteName} />
      </header>
      <main id="content" className="admin-main">
        {children}
      </main>
    </div>
  )
}

function Brand({ siteName }: { siteName: string }) {
  return (
    <Link className="admin-brand" to={href('/admin')}>
      <LogoMark size={28} />
      <span>
        {siteName} <span className="admin-brand-area">Admin</span>
      </span>
    </Link>
  )
}

function AdminNav() {
  const { pathname } = useLocation()
  return (
    <nav className="admin-nav" aria-label="Admin">
      {adminMenu.map((group, index) => (
        <ul key={group[0]?.href} className={index === 0 ? undefined : 'admin-nav-group'}>
          {group.map(({ href, label, icon: Icon }) => (
            <li key={href}>
              <Link to={href} aria-current={isHere(href, pathname)}>
                <Icon aria-hidden="true" size={19} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function DemoMark() {
  return (
    <Drop className="bell" name="bar">
      <summary className="bar-item demo-mark">Demo data</summary>
      <div className="drop-panel bell-panel">
        <p className="drop-note demo-note">
          The users, videos, reports and figures here are made up. To remove them, stop the server
          and run <code>npm run seed -- --clear</code> Your own account and the settings stay.
        </p>
      </div>
    </Drop>
  )
}

function NotificationBell({ waiting }: { waiting: AdminNotification[] }) {
  const count = waiting.length
  const label = count === 0 ? 'Notifications: nothing waits' : `Notifications: ${count} waiting`
  return (
    <Drop className="bell" name="bar">
      <summary className="bar-item" aria-label={label}>
        <Bell aria-hidden="true" size={20} />
        {count > 0 && (
          <span className="bell-count" data-waiting={count}>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </summary>
      <div className="drop-panel bell-panel">
        {count === 0 ? (
          <p className="drop-note">Nothing waits for you.</p>
        ) : (
          <NotificationList items={waiting.slice(0, 6)} />
        )}
        <hr className="drop-line" />
        <Link className="drop-item font-semibold" to={href('/admin/notifications')}>
          {count > 6 ? `All ${count} notifications` : 'Open notifications'}
        </Link>
      </div>
    </Drop>
  )
}

/** Moves the focus to a page that has come in place of another, as a full page load would. */
function useFocusOnChange(round: number): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash, key } = useLocation()
  const here = `${pathname} ${round}`
  const seen = useRef(here)
  useEffect(() => {
    if (seen.current === here) return
    seen.current = here
    if (hash === '') main.current?.focus({ preventScroll: true })
  }, [here, hash])
  // A link that isn't in its list's next view, such as Clear, took the focus with it.
  const view = useRef(key)
  useEffect(() => {
    if (view.current === key) return
    view.current = key
    if (hash === '' && document.activeElement === document.body) {
      main.current?.focus({ preventScroll: true })
    }
  }, [key, hash])
  return main
}

/** A document load, since the public site is another app in the browser: its texts are not here. */
function LogoutForm({ className }: { className: string }) {
  return (
    <form method="post" action="/admin/logout">
      <button type="submit" className={className}>
        <LogOut aria-hidden="true" size={18} />
        Log out
      </button>
    </form>
  )
}
