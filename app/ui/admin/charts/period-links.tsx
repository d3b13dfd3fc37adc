import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { Segments } from '#app/ui/admin/segments.tsx'

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
    <Segments
      label="Period"
      current={current}
      options={options.map(({ value, label }) => ({
        value,
        label,
        to: listHref(list, { period: value === usual ? null : value }),
      }))}
    />
  )
}
