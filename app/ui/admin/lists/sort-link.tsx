import { cva } from 'class-variance-authority'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Link } from 'react-router'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'

export type SortDirection = 'asc' | 'desc'

const sortLink = cva(
  'group/sort inline-flex min-h-7 items-center gap-1 rounded-lg hover:text-text pointer-coarse:min-h-11 cards:min-h-9 cards:px-2.5',
  {
    variants: {
      current: { true: 'text-text cards:bg-sunken' },
      atEnd: { true: 'flex-row-reverse' },
    },
  },
)

/** A sortable heading. `direction` is the current one; null if another column sorts. */
export function SortLink({
  list,
  by,
  direction,
  first,
  atEnd,
  children,
}: {
  list: ListAddress
  by: string
  direction: SortDirection | null
  first: SortDirection
  atEnd: boolean
  children: React.ReactNode
}) {
  const turned = direction === 'asc' ? 'desc' : 'asc'
  const next = direction === null ? first : turned
  const Arrow = (direction ?? first) === 'asc' ? ArrowUp : ArrowDown
  const arrow =
    direction === null &&
    'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60 cards:hidden'
  return (
    <Link
      className={sortLink({ current: direction !== null, atEnd })}
      to={listHref(list, { sort: by, direction: next })}
      preventScrollReset
    >
      {children}
      <Arrow className={arrow || undefined} aria-hidden="true" size={14} strokeWidth={2.5} />
    </Link>
  )
}
