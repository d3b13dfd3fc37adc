import { X } from 'lucide-react'
import { Link } from 'react-router'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { link } from '#app/ui/link.ts'

export type FilterChip = { name: string; label: string; text: string }

const chip =
  'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-lg border border-line bg-sunken ps-2.5 pe-2 text-xs font-semibold hover:border-text pointer-coarse:min-h-11'

/** The active filters, each a link to the list without it. */
export default function FilterChips({ list, chips }: { list: ListAddress; chips: FilterChip[] }) {
  if (chips.length === 0) return null
  const none = Object.fromEntries(chips.map(({ name }) => [name, null]))
  return (
    <ul className="flex min-w-0 flex-wrap items-center gap-1.5" aria-label="Filters">
      {chips.map(({ name, label, text }) => (
        <li key={name} className="min-w-0">
          <Link className={chip} to={listHref(list, { [name]: null })} preventScrollReset>
            <span className="sr-only">Remove </span>
            <span className="text-muted">{`${label}: `}</span>
            <span className="truncate" dir="auto">
              {text}
            </span>
            <X className="flex-none text-muted" aria-hidden="true" size={14} />
          </Link>
        </li>
      ))}
      <li>
        <Link
          className={`inline-flex min-h-8 items-center px-1.5 text-xs pointer-coarse:min-h-11 ${link}`}
          to={listHref(list, none)}
          preventScrollReset
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}

/** Chip for a list whose only filter is its search, in the parameter `q`. */
export function searchChip({ query: { q } }: ListAddress): FilterChip[] {
  return q === undefined ? [] : [{ name: 'q', label: 'Search', text: q }]
}
