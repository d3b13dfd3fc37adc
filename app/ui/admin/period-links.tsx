import { type ListAddress, listHref } from '#app/utils/list-address.ts'

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
        <a
          key={value}
          href={listHref(list, { period: value === usual ? null : value })}
          aria-current={value === current ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
