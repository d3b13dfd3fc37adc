import { cva } from 'class-variance-authority'
import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { Form, Link, useLocation, useSubmit } from 'react-router'
import type { ListAddress } from '#app/lists/list-address.ts'
import { button } from '#app/ui/admin/button.ts'
import { fieldBox } from '#app/ui/admin/forms/field-looks.ts'

export type Choice = {
  name: string
  label: string
  value: string
  options: { value: string; label: string }[]
}

const filter = cva('grid gap-1 text-xs font-semibold text-muted', {
  variants: {
    isSearch: { true: 'max-w-104 grow-2 basis-60', false: 'max-w-56 grow basis-32' },
  },
  defaultVariants: { isSearch: false },
})

type Field = { name: string; label: string; value: string }

/**
 * A list's search and filters: a form whose answer is an address, so that a view can be kept and
 * passed on. A choice takes effect at once. The order of the list stays; its page starts anew.
 */
export function Filters({
  list,
  search,
  choices = [],
  dates = [],
  keep = ['sort', 'direction', 'view'],
}: {
  list: ListAddress
  search?: Field
  choices?: Choice[]
  dates?: Field[]
  /** Parameters that are not filters and stay as they are. */
  keep?: string[]
}) {
  const submit = useSubmit()
  const kept = Object.entries(list.query).filter(([name]) => keep.includes(name))
  const names = [search, ...choices, ...dates].map((field) => field?.name ?? '')
  const filtered = names.some((name) => Object.hasOwn(list.query, name))
  const bare = new URLSearchParams(kept)
  return (
    <search>
      <Form className="flex flex-wrap items-end gap-2.5" action={list.path} data-filters>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {search !== undefined && (
          <FilterInput
            field={search}
            isSearch
            type="search"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {choices.map((choice) => (
          <FilterSelect key={choice.name} choice={choice} send={submit} />
        ))}
        {dates.map((field) => (
          <FilterInput key={field.name} field={field} type="date" />
        ))}
        <button type="submit" className={button({ look: 'quiet' })}>
          <Search aria-hidden="true" size={17} />
          Apply
        </button>
        {filtered && (
          <Link
            className={button({ look: 'quiet' })}
            to={bare.size === 0 ? list.path : `${list.path}?${bare}`}
          >
            <X aria-hidden="true" size={17} />
            Clear
          </Link>
        )}
      </Form>
    </search>
  )
}

function FilterInput({
  field: { name, label, value },
  isSearch = false,
  ...input
}: { field: Field; isSearch?: boolean } & React.ComponentProps<'input'>) {
  const [typed, setTyped] = useAddressed(value)
  return (
    <label className={filter({ isSearch })}>
      {label}
      <input
        {...input}
        className={fieldBox({ className: 'text-sm font-normal pointer-coarse:text-base' })}
        name={name}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  )
}

function FilterSelect({
  choice: { name, label, value, options },
  send,
}: {
  choice: Choice
  send: (form: HTMLFormElement) => void
}) {
  const [chosen, setChosen] = useAddressed(value)
  return (
    <label className={filter()}>
      {label}
      <select
        className={fieldBox({
          kind: 'select',
          className: 'text-sm font-normal pointer-coarse:text-base',
        })}
        name={name}
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value)
          if (target.form !== null) send(target.form)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A field's value: what was entered since the page has its address, else what the address says. */
function useAddressed(value: string): [value: string, set: (value: string) => void] {
  const { key } = useLocation()
  const [entered, setEntered] = useState({ key, value })
  return [entered.key === key ? entered.value : value, (next) => setEntered({ key, value: next })]
}
