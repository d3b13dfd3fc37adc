import { Bell, LogOut, Menu, X } from 'lucide-react'
import { useLocation } from 'react-router'
import script from '#app/enhance/admin.ts?worker&url'
import type { Flash } from '#app/models/flash.server.ts'
import type { WaitingItem } from '#app/utils/system-facts.ts'
import { LogoMark } from '../logo.tsx'
import { Banners } from './banners.tsx'
import { FlashMessages } from './flash.tsx'
import { adminMenu, isHere } from './menu.ts'
import { WaitingList } from './waiting-list.tsx'

/** What stands around every page of the back office. Everything that opens is a `<details>`. */
export function AdminShell({
  siteName,
  userName,
  waiting,
  banners,
  locked,
  demoData,
  flash,
  children,
}: {
  siteName: string
  userName: string
  waiting: WaitingItem[]
  /** What every page says at its top. */
  banners: WaitingItem[]
  /** Whether the operator has to set up two-factor sign-in first: nothing else opens. */
  locked: boolean
  /** Whether all there is to see was made up by `npm run seed`. */
  demoData: boolean
  flash: Flash[]
  children: React.ReactNode
}) {
  return (
    <div className="admin" lang="en">
      <a href="#content" className="skip-link button">
        Skip to content
      </a>
      <header className="admin-bar">
        <details className="bar-narrow" name="bar" data-drop>
          <summary className="bar-item bar-edge" aria-label="Menu">
            <Menu className="menu-open" aria-hidden="true" size={24} />
            <X className="menu-close" aria-hidden="true" size={24} />
          </summary>
          <div className="admin-menu-panel">
            {!locked && <AdminNav />}
            <div className="admin-menu-user">
              <a className="link" href="/admin/settings/account">
                {userName}
              </a>
              <LogoutForm className="button-quiet" />
            </div>
          </div>
        </details>
        <Brand siteName={siteName} />
        {demoData && <DemoMark />}
        {!locked && <NotificationBell waiting={waiting} />}
        <a
          className="bar-wide bar-item bar-user"
          href="/admin/settings/account"
          title="Your account"
        >
          {userName}
        </a>
        <div className="bar-wide">
          <LogoutForm className="bar-item" />
        </div>
      </header>
      <div className="admin-side">{!locked && <AdminNav />}</div>
      <main id="content" className="admin-main">
        {!locked && <Banners items={banners} />}
        <FlashMessages messages={flash} />
        {children}
      </main>
      <script type="module" src={script} />
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
    <a className="admin-brand" href="/admin">
      <LogoMark size={28} />
      <span>
        {siteName} <span className="admin-brand-area">Admin</span>
      </span>
    </a>
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
              <a href={href} aria-current={isHere(href, pathname)}>
                <Icon aria-hidden="true" size={19} />
                {label}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function DemoMark() {
  return (
    <details className="bell" name="bar" data-drop>
      <summary className="bar-item demo-mark">Demo data</summary>
      <div className="drop-panel bell-panel">
        <p className="drop-note demo-note">
          The users, videos, reports and figures here are made up. To remove them, stop the server
          and run <code>npm run seed -- --clear</code> Your own account and the settings stay.
        </p>
      </div>
    </details>
  )
}

function NotificationBell({ waiting }: { waiting: WaitingItem[] }) {
  const count = waiting.length
  const label = count === 0 ? 'Notifications: nothing waits' : `Notifications: ${count} waiting`
  return (
    <details className="bell" name="bar" data-drop>
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
          <WaitingList items={waiting.slice(0, 6)} />
        )}
        <hr className="drop-line" />
        <a className="drop-item font-semibold" href="/admin/notifications">
          {count > 6 ? `All ${count} notifications` : 'Open notifications'}
        </a>
      </div>
    </details>
  )
}

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
