import { cx } from 'class-variance-authority'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Link } from 'react-router'
import type { ReportQuery, ReportSort } from '#app/dmca/report-list.server.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'

export const columns =
  '@4xl:grid-cols-[6.5rem_minmax(0,3fr)_6rem_minmax(0,2fr)_10rem_7rem_14rem_1.25rem] @4xl:gap-x-4'

const heads: { sort: ReportSort | null; label: string; first: 'asc' | 'desc' }[] = [
  { sort: null, label: 'Report', first: 'desc' },
  { sort: 'title', label: 'Title', first: 'asc' },
  { sort: null, label: 'Platform', first: 'asc' },
  { sort: 'reporter', label: 'Claimant', first: 'asc' },
  { sort: 'status', label: 'Status', first: 'asc' },
  { sort: 'submitted', label: 'Submitted', first: 'desc' },
  { sort: 'decided', label: 'Due or decided', first: 'desc' },
]

export const sortColumns = heads.flatMap(({ sort, label, first }) =>
  sort === null ? [] : [{ key: sort, label, sort: first }],
)

/** Column headings to sort by. Narrower places have a select instead. */
export function ReportHeads({
  list,
  query,
  children,
}: {
  list: ListAddress
  query: ReportQuery
  /** Checkbox that ticks all rows, or null. */
  children: React.ReactNode
}) {
  return (
    <div
      className={cx(
        'flex items-center rounded-t-lg bg-sunken py-1.5 ps-2 @max-4xl:py-0',
        children === null && '@max-4xl:hidden',
      )}
    >
      {children ?? <span className="size-8 flex-none" />}
      <nav
        className={cx(
          'grow items-center ps-2 pe-4 text-xs font-bold text-muted @max-4xl:hidden @4xl:grid print:hidden',
          columns,
        )}
        aria-label="Sort by"
      >
        {heads.map(({ sort, label, first }) =>
          sort === null ? (
            <span key={label}>{label}</span>
          ) : (
            <SortLink
              key={sort}
              here={query.sort === sort ? query.direction : null}
              to={(direction) => listHref(list, { sort, direction })}
              label={label}
              first={first}
            />
          ),
        )}
      </nav>
    </div>
  )
}

function SortLink({
  here,
  to,
  label,
  first,
}: {
  /** Current direction. Null if the list is sorted by something else. */
  here: 'asc' | 'desc' | null
  to: (direction: 'asc' | 'desc') => string
  label: string
  first: 'asc' | 'desc'
}) {
  const Arrow = here === 'asc' ? ArrowUp : ArrowDown
  const turned = here === 'asc' ? 'desc' : 'asc'
  return (
    <Link
      className="inline-flex min-h-7 items-center gap-1 hover:text-text aria-[current]:text-text pointer-coarse:min-h-11"
      to={to(here === null ? first : turned)}
      aria-current={here === null ? undefined : 'true'}
      preventScrollReset
    >
      {label}
      {here !== null && (
        <>
          <Arrow aria-hidden="true" size={14} strokeWidth={2.5} />
          <span className="sr-only">{here === 'asc' ? 'ascending' : 'descending'}</span>
        </>
      )}
    </Link>
  )
}
