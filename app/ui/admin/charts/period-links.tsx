import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { Segments } from '#app/ui/admin/segments.tsx'

export function PeriodLinks({
  list,
  current,
  options,
  defaultPeriod,
}: {
  list: ListAddress
  current: string
  options: { value: string; label: string }[]
  /** The period when the address names none. */
  defaultPeriod: string
}) {
  return (
    <Segments
      label="Period"
      current={current}
      options={options.map(({ value, label }) => ({
        value,
        label,
        to: listHref(list, { period: value === defaultPeriod ? null : value }),
      }))}
    />
  )
}
