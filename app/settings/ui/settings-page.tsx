import { cx } from 'class-variance-authority'
import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { SettingsSearch } from './settings-search.tsx'

const tabs = [
  { id: 'general', to: href('/admin/settings'), label: 'General' },
  { id: 'api', to: href('/admin/settings/api'), label: 'API' },
  { id: 'notifications', to: href('/admin/settings/notifications'), label: 'Notifications' },
  { id: 'security', to: href('/admin/settings/security'), label: 'Security' },
  { id: 'database', to: href('/admin/settings/database'), label: 'Database' },
  { id: 'email', to: href('/admin/settings/email'), label: 'Email' },
  { id: 'performance', to: href('/admin/settings/performance'), label: 'Performance' },
  { id: 'account', to: href('/admin/settings/account'), label: 'Account' },
] as const

export function SettingsPage({
  tab,
  query = '',
  children,
}: {
  /** The open tab; `search` opens none. */
  tab: (typeof tabs)[number]['id'] | 'search'
  query?: string
  children: React.ReactNode
}) {
  const label = tabs.find(({ id }) => id === tab)?.label ?? 'Search'
  const strip = useTabInSight(tab)
  // Forms show hints beside their fields if there is room.
  const isForm = tab !== 'account' && tab !== 'search'
  return (
    <>
      <PageHead title="Settings" tabTitle={`${label} settings`}>
        <SettingsSearch key={query} query={query} />
      </PageHead>
      <nav
        ref={strip}
        className="-mx-[min(1rem,5vw)] overflow-x-auto border-b border-line px-[min(1rem,5vw)] md:-mx-6 md:px-6 xl:-mx-8 xl:px-8 [scrollbar-width:thin]"
        aria-label="Settings"
      >
        <ul className="flex gap-1 noscript:flex-wrap">
          {tabs.map(({ id, to, label }) => (
            <li key={id}>
              <Link
                className="flex min-h-11 items-center border-b-3 border-transparent px-3 md:max-xl:px-2 font-semibold whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-3 aria-[current]:border-accent aria-[current]:text-text forced-colors:border-[Canvas] forced-colors:aria-[current]:border-[Highlight]"
                to={to}
                aria-current={id === tab ? 'page' : undefined}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={cx('grid max-w-3xl grid-cols-1 gap-5', isForm && 'xl:max-w-none')}>
        {children}
      </div>
    </>
  )
}

/** Scrolls the strip of tabs, not the page, until the open tab is visible on narrow screens. */
function useTabInSight(tab: string): React.RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab has a place of its own
  useEffect(() => {
    const { current } = strip
    const open = current?.querySelector('[aria-current]')
    if (!current || !open || current.scrollWidth <= current.clientWidth) return
    const [area, link] = [current.getBoundingClientRect(), open.getBoundingClientRect()]
    current.scrollLeft += link.left + link.width / 2 - (area.left + area.width / 2)
  }, [tab])
  return strip
}
