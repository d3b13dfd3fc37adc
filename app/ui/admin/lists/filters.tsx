import { cva } from 'class-variance-authority'
import { ListFilter, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ListAddress } from '#app/lists/list-address.ts'
import { button } from '#app/ui/admin/button.ts'
import { fieldBox } from '#app/ui/admin/forms/field-looks.ts'
import { useFilterAddress } from './use-filter-address.ts'

/** A select. Its first option is the default. */
export type Choice = {
  name: string
  label: string
  value: string
  options: {
    value: string
    label: string
    /** Label on the filter's chip; by default `label`. */
    chip?: string
  }[]
}

/** A list's order as a select. Values look like `name.asc`; empty is the default order. */
export type OrderChoice = {
  value: string
  options: { value: string; label: string }[]
  /** True to show it even where the table has sortable headings. */
  always: boolean
}

const filter = cva('grid gap-1 text-xs font-semibold text-muted', {
  variants: {
    kind: {
      search: 'max-w-104 grow-2 basis-60 @max-xl:max-w-none @max-xl:basis-full',
      other: 'max-w-56 grow basis-32',
      headings: 'max-w-56 grow basis-32 @4xl:hidden',
    },
  },
  defaultVariants: { kind: 'other' },
})

export type Field = { name: string; label: string; value: string }

const fieldLook = 'text-sm font-normal pointer-coarse:text-base'

/**
 * A list's search and filters: a GET form, so that a view can be kept and shared. A choice applies
 * at once; typing applies after a pause and replaces the address. The order stays; paging starts
 * over. On a phone everything but the search is behind one button, which counts the active filters.
 */
export function Filters({
  list,
  search,
  choices = [],
  dates = [],
  order,
  children,
}: {
  list: ListAddress
  search?: Field
  choices?: Choice[]
  dates?: Field[]
  order?: OrderChoice | undefined
  children?: React.ReactNode
}) {
  const fields = [search, ...choices, ...dates].flatMap((field) => field?.name ?? [])
  const { apply, applySoon, isTyped } = useFilterAddress(list, choices)
  const shown = [...fields, 'cursor', ...(order === undefined ? [] : ['sort', 'direction'])]
  const kept = Object.entries(list.query).filter(([name]) => !shown.includes(name))
  const hasMore = choices.length + dates.length > 0 || order !== undefined
  const set = [...choices, ...dates].filter(({ name }) => Object.hasOwn(list.query, name)).length
  return (
    <search className="@container relative z-9 flex flex-wrap items-end gap-2.5">
      <form
        className="contents"
        action={list.path}
        data-filters
        onSubmit={(event) => {
          event.preventDefault()
          apply(event.currentTarget, { replace: true })
        }}
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {search !== undefined && (
          <FilterInput
            field={search}
            kind="search"
            type="search"
            maxLength={200}
            spellCheck={false}
            isTyped={isTyped}
            onTyped={applySoon}
          />
        )}
        {hasMore && (
          <details className="peer hidden @max-xl:block print:hidden">
            <summary className={button({ look: 'quiet', className: 'no-marker' })}>
              <ListFilter aria-hidden="true" size={17} />
              Filter
              {set > 0 && (
                <span className="min-w-5 rounded-full bg-text px-1.5 text-center text-surface text-xs tabular-nums">
                  {set}
                  <span className="sr-only"> set</span>
                </span>
              )}
            </summary>
          </details>
        )}
        <div className="contents @max-xl:order-1 @max-xl:hidden @max-xl:w-full @max-xl:flex-wrap @max-xl:gap-2.5 @max-xl:peer-open:flex">
          {choices.map((choice) => (
            <FilterSelect key={choice.name} choice={choice} onChosen={apply} />
          ))}
          {dates.map((field) => (
            <FilterInput
              key={field.name}
              field={field}
              type="date"
              isTyped={isTyped}
              onTyped={applySoon}
            />
          ))}
          {order !== undefined && (
            <FilterSelect
              choice={{ name: 'sort', label: 'Sort by', ...order }}
              kind={order.always ? 'other' : 'headings'}
              onChosen={apply}
            />
          )}
        </div>
        <button
          type="submit"
          className={button({
            look: 'quiet',
            className: '@max-xl:order-1 [@media(scripting:enabled)]:hidden',
          })}
        >
          <Search aria-hidden="true" size={17} />
          Apply
        </button>
      </form>
      {children}
    </search>
  )
}

function FilterInput({
  field: { name, label, value },
  kind = 'other',
  isTyped,
  onTyped,
  ...looks
}: {
  field: Field
  kind?: 'search' | 'other'
  /** True if the address is what was last typed: anything typed since stays. */
  isTyped: boolean
  onTyped: (form: HTMLFormElement) => void
} & React.ComponentProps<'input'>) {
  const [typed, setTyped] = useAddressed(value, isTyped)
  const input = useRef<HTMLInputElement>(null)
  // Text typed before hydration fired no event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page begins to run
  useEffect(() => {
    const { current } = input
    if (current === null || current.value === typed) return
    setTyped(current.value)
    if (current.form !== null) onTyped(current.form)
  }, [])
  return (
    <label className={filter({ kind })}>
      {label}
      <input
        {...looks}
        ref={input}
        autoComplete="off"
        className={fieldBox({ className: fieldLook })}
        name={name}
        value={typed}
        onChange={({ target, nativeEvent }) => {
          setTyped(target.value)
          const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
          if (target.form !== null && !isComposing) onTyped(target.form)
        }}
        onCompositionEnd={({ currentTarget: { form } }) => form !== null && onTyped(form)}
      />
    </label>
  )
}

function FilterSelect({
  choice: { name, label, value, options },
  kind = 'other',
  onChosen,
}: {
  choice: Choice
  kind?: 'other' | 'headings'
  onChosen: (form: HTMLFormElement) => void
}) {
  const [chosen, setChosen] = useAddressed(value)
  const id = useId()
  return (
    <div className={filter({ kind })}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={fieldBox({ kind: 'select', className: fieldLook })}
        name={name}
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value)
          if (target.form !== null) onChosen(target.form)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/**
 * Returns a field's value: what was entered since the address changed, or the address's own value.
 * With `keeps` a new address doesn't change it.
 */
function useAddressed(value: string, keeps = false): [value: string, set: (value: string) => void] {
  const { key } = useLocation()
  const [entered, setEntered] = useState({ key, value })
  const now = { key, value: keeps ? entered.value : value }
  if (entered.key !== key) setEntered(now)
  const shown = entered.key === key ? entered : now
  return [shown.value, (next) => setEntered({ key, value: next })]
}
