import { Link } from 'react-router'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'

/** A choice of periods, as links: the one in force is marked. */
export function PeriodLinks({
  list,
  current,
  options,
  usual,
}: {
  list: ListAddress
  current: string
  options: { value: string; label: string }[]
  /** The period of an address that names none. */
  usual: string
}) {
  return (
    <nav className="periods" aria-label="Period">
      {options.map(({ value, label }) => (
        <Link
          key={value}
          to={listHref(list, { period: value === usual ? null : value })}
          preventScrollReset
          aria-current={value === current ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
