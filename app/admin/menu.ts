/**
 * `icon` is the id of a Lucide icon in menu-icons.svg. As components they took 1 kB of each
 * screen's scripts.
 */
type MenuItem = { href: string; label: string; icon: string }

export const adminMenu: MenuItem[][] = [
  [
    { href: '/admin', label: 'Dashboard', icon: 'dashboard' },
    { href: '/admin/users', label: 'Users', icon: 'users' },
    { href: '/admin/videos', label: 'Videos', icon: 'videos' },
    { href: '/admin/analytics', label: 'Analytics', icon: 'analytics' },
    { href: '/admin/backlinks', label: 'Backlinks', icon: 'backlinks' },
    { href: '/admin/dmca', label: 'DMCA', icon: 'dmca' },
    { href: '/admin/inbox', label: 'Inbox', icon: 'inbox' },
    { href: '/admin/settings', label: 'Settings', icon: 'settings' },
  ],
  [
    { href: '/admin/audit', label: 'Audit log', icon: 'audit' },
    { href: '/admin/system', label: 'System', icon: 'system' },
  ],
]

/** Returns `page` for the item's own page and `true` for pages below it. */
export function isHere(href: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === href || pathname === `${href}/`) return 'page'
  return href !== '/admin' && pathname.startsWith(`${href}/`) ? 'true' : undefined
}
