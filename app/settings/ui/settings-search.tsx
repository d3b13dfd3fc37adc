import { useEffect, useId, useRef, useState } from 'react'
import { Form, href, Link, useFetcher, useLocation } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { fieldBox } from '#app/ui/admin/forms/field-looks.ts'
import type { FoundSetting } from './setting-search.server.ts'

type Answer = { query: string; found: FoundSetting[] }

/** How long a pause in typing is before the search is sent. */
const pauseMs = 150

/** Searches the settings of every tab: while one types, and as a form without JavaScript. */
export function SettingsSearch({ query }: { query: string }) {
  const id = useId()
  const { load, data } = useFetcher<Answer>({ key: 'settings-search' })
  const { key } = useLocation()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLFormElement>(null)
  const page = href('/admin/settings/search')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the list
  useEffect(() => setTyped(''), [key])
  useEffect(() => {
    if (typed.trim() === '') return
    const timer = setTimeout(() => load(`${page}?${new URLSearchParams({ q: typed })}`), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, load, page])
  const shown = typed.trim() !== '' && data !== undefined
  return (
    <Form
      ref={box}
      role="search"
      action={page}
      className="relative flex gap-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped('')
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !box.current?.contains(relatedTarget)) setTyped('')
      }}
    >
      <label className="sr-only" htmlFor={id}>
        Search settings
      </label>
      <input
        id={id}
        className={fieldBox({ className: 'sm:w-64' })}
        type="search"
        name="q"
        maxLength={100}
        defaultValue={query}
        placeholder="Search settings"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className={button({ look: 'quiet' })}>
        Search
      </button>
      <p role="status" className="sr-only">
        {shown && foundText(data.query, data.found)}
      </p>
      {shown && (
        <div className="absolute end-0 top-full z-10 my-1 max-h-96 w-[min(26rem,100vw-2rem)] overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-raised max-sm:start-0 max-sm:end-auto">
          {data.found.length === 0 ? (
            <p className="px-3 py-2 text-muted">{foundText(data.query, data.found)}</p>
          ) : (
            <FoundSettings found={data.found} />
          )}
        </div>
      )}
    </Form>
  )
}

/** Links to the fields of settings, each with its tab and what it is for. */
export function FoundSettings({ found }: { found: FoundSetting[] }) {
  return (
    <ul className="grid gap-0.5">
      {found.map(({ label, hint, tab, section, to }) => (
        <li key={to}>
          <Link to={to} className="block rounded-sm px-3 py-2 hover:bg-sunken">
            <span className="font-semibold">{label}</span>{' '}
            <span className="text-muted text-xs">
              {tab} · {section}
            </span>
            {hint !== '' && <span className="block text-muted text-xs">{hint}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns how many settings a search has found, in words. */
export function foundText(query: string, { length }: { length: number }): string {
  if (query === '') return 'Search all settings by name or purpose'
  if (length === 0) return `No setting matches “${query}”`
  return `${length} ${length === 1 ? 'setting matches' : 'settings match'} “${query}”`
}
