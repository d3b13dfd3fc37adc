import { Search, X } from 'lucide-react'
import type { ListAddress } from '#app/utils/list-address.ts'

export type Choice = {
  name: string
  label: string
  value: string
  options: { value: string; label: string }[]
}

/**
 * A list's search and filters: a form whose answer is an address, so that a view can be kept and
 * passed on. The order of the list stays; its page starts anew.
 */
export function Filters({
  list,
  search,
  choices = [],
  dates = [],
  keep = ['sort', 'direction', 'view'],
}: {
  list: ListAddress
  search?: { name: string; label: string; value: string }
  choices?: Choice[]
  dates?: { name: string; label: string; value: string }[]
  /** Parameters that are not filters and stay as they are. */
  keep?: string[]
}) {
  const kept = Object.entries(list.query).filter(([name]) => keep.includes(name))
  const names = [search, ...choices, ...dates].map((field) => field?.name ?? '')
  const filtered = names.some((name) => Object.hasOwn(list.query, name))
  const bare = new URLSearchParams(kept)
  return (
    <search>
      <form className="filters" action={list.path} data-filters>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {search !== undefined && (
          <label className="filter-search">
            {search.label}
            <input
              className="field"
              type="search"
              name={search.name}
              defaultValue={search.value}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
            />
          </label>
        )}
        {choices.map(({ name, label, value, options }) => (
          <label key={name}>
            {label}
            <select className="field" name={name} defaultValue={value} data-send>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </label>
        ))}
        {dates.map(({ name, label, value }) => (
          <label key={name}>
            {label}
            <input className="field" type="date" name={name} defaultValue={value} />
          </label>
        ))}
        <button type="submit" className="button-quiet">
          <Search aria-hidden="true" size={17} />
          Apply
        </button>
        {filtered && (
          <a className="button-quiet" href={bare.size === 0 ? list.path : `${list.path}?${bare}`}>
            <X aria-hidden="true" size={17} />
            Clear
          </a>
        )}
      </form>
    </search>
  )
}
