import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { Segments } from '#app/ui/admin/segments.tsx'

/** The period when the address names none. */
const defaultPeriod = '30days'

export function PeriodLinks({
  list,
  current,
  options,
}: {
  list: ListAddress
  current: string
  options: { value: string; label: string }[]
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
