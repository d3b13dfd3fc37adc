import { Link } from 'react-router'
import type { FoundSetting } from './setting-search.server.ts'

export function FoundSettings({ found }: { found: FoundSetting[] }) {
  return (
    <ul className="grid gap-0.5">
      {found.map(({ label, hint, tab, section, to }) => (
        <li key={to}>
          <Link to={to} className="block rounded-sm px-3 py-2 hover:bg-sunken">
            <span className="font-semibold">{label}</span>{' '}
            <span className="text-muted text-xs">
              {tab} · {section}
            </span>
            {hint !== '' && <span className="block text-muted text-xs">{hint}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function foundText(query: string, { length }: { length: number }): string {
  if (query === '') return 'Search all settings by name or purpose'
  if (length === 0) return `No setting matches “${query}”`
  return `${length} ${length === 1 ? 'setting matches' : 'settings match'} “${query}”`
}
