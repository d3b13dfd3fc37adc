import { Calendar, X } from 'lucide-react'
import { useState } from 'react'
import { Form, href, Link } from 'react-router'
import { countText } from '#app/i18n/count-text.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import { minuteMs } from '#app/time/durations.ts'
import { dayText } from '#app/time/time-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { Drop, DropPanel, dropItem } from '#app/ui/admin/drop-menu.tsx'
import { ask } from '#app/ui/admin/live/ask.ts'
import { useTopic } from '#app/ui/admin/live/use-live.ts'
import { chip } from '#app/ui/chip.ts'
import { field, label as labelLook } from '#app/ui/field.ts'

/** Returns the parameters without those of a custom range, for links that choose a period. */
export function withoutRange({ from: _, to: __, ...query }: Record<string, string>) {
  return query
}

/**
 * The number of visitors at the moment. Loaded again after new events, and each minute, since
 * visitors leave without an event.
 */
export function LiveVisitors({ count: loaded }: { count: number }) {
  const [latest, setLatest] = useState<number | null>(null)
  const renew = async () => {
    const now = await ask<number>(href('/admin/analytics/live'))
    if (now !== null) setLatest(now)
  }
  useTopic('dashboard', renew, minuteMs)
  const count = latest ?? loaded
  return (
    <span
      className="inline-flex items-center gap-2 font-semibold"
      title="Visitors who opened a page, looked up a link or downloaded in the last 5 minutes"
    >
      <span
        className={`size-2 flex-none rounded-full ${count > 0 ? 'bg-good' : 'bg-muted'}`}
        aria-hidden="true"
      />
      {`${countText(count, 'visitor')} in the last 5 minutes`}
    </span>
  )
}

/** A form for a range's first and last day. It keeps the rest of the view. */
export function RangeForm({
  query,
  presets,
  typed,
  isCurrent,
}: {
  query: Record<string, string>
  presets: { label: string; from: string; to: string }[]
  typed: { from: string; to: string }
  isCurrent: boolean
}) {
  const { period: _, ...kept } = withoutRange(query)
  return (
    <Drop className="relative" name="drop">
      <summary
        className={button({ look: 'quiet', className: 'no-marker' })}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <Calendar aria-hidden="true" size={17} />
        {isCurrent ? `${dayName(typed.from)} to ${dayName(typed.to)}` : 'Custom range'}
      </summary>
      <DropPanel className="w-64 max-w-[80vw]">
        {presets.map(({ label, from, to }) => (
          <Link
            key={label}
            className={dropItem()}
            to={listHref({ path: href('/admin/analytics'), query: kept }, { from, to })}
          >
            {label}
          </Link>
        ))}
        <Form className="grid grid-cols-1 gap-3 p-3" action={href('/admin/analytics')}>
          {Object.entries(kept).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {(['from', 'to'] as const).map((name) => (
            <label key={`${name} ${typed[name]}`}>
              <span className={labelLook}>{name === 'from' ? 'First day' : 'Last day'}</span>
              <input
                className={field({ size: 'small' })}
                type="date"
                name={name}
                defaultValue={typed[name]}
                required
              />
            </label>
          ))}
          <button type="submit" className={button()}>
            Apply
          </button>
        </Form>
      </DropPanel>
    </Drop>
  )
}

function dayName(day: string): string {
  return dayText(Date.parse(day))
}

/** The page's filters. Each chip removes its filter. */
export function FilterChips({
  chips,
  list,
  combines,
}: {
  chips: { dimension: string; label: string; name: string }[]
  list: ListAddress
  /** True if the days are recent enough for a second filter. */
  combines: boolean
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ dimension, label, name }) => (
          <li key={dimension}>
            <Link className={chip} to={listHref(list, { [dimension]: null })} preventScrollReset>
              <span className="sr-only">Remove the filter </span>
              <span>
                {label}: <strong>{name}</strong>
              </span>
              <X className="ms-2 flex-none" aria-hidden="true" size={16} />
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">
        {chips.length === 1 && combines && 'Choose a row below to add a second filter. '}
        {chips.length === 1 && !combines && 'A second filter works within the last 100 days. '}
        {chips.length === 2 && 'Rare combinations aren’t counted. '}
        Small groups are combined under “Others”.
      </p>
    </div>
  )
}
