import {
  ChartColumn,
  Clapperboard,
  Copyright,
  Inbox,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  ScrollText,
  Server,
  Settings,
  Users,
} from 'lucide-react'

type MenuItem = { href: string; label: string; icon: LucideIcon }

export const adminMenu: MenuItem[][] = [
  [
    { href: '/admin', label: 'Dashboard', icon: LayoutDashboard },
    { href: '/admin/users', label: 'Users', icon: Users },
    { href: '/admin/videos', label: 'Videos', icon: Clapperboard },
    { href: '/admin/analytics', label: 'Analytics', icon: ChartColumn },
    { href: '/admin/backlinks', label: 'Backlinks', icon: Link2 },
    { href: '/admin/dmca', label: 'DMCA', icon: Copyright },
    { href: '/admin/inbox', label: 'Inbox', icon: Inbox },
    { href: '/admin/settings', label: 'Settings', icon: Settings },
  ],
  [
    { href: '/admin/audit', label: 'Audit log', icon: ScrollText },
    { href: '/admin/system', label: 'System', icon: Server },
  ],
]

/** Returns `page` for the item's own page and `true` for pages below it. */
export function isHere(href: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === href || pathname === `${href}/`) return 'page'
  return href !== '/admin' && pathname.startsWith(`${href}/`) ? 'true' : undefined
}
