import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Form, href, useLocation } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { fieldBox } from '#app/ui/admin/forms/field-looks.ts'

/** Loaded on typing. If that fails, the search is a plain form, as without JavaScript. */
const Suggestions = lazy<React.ComponentType<{ typed: string }>>(() =>
  import('./setting-suggestions.tsx').catch(() => ({ default: () => null })),
)

/** Searches all tabs' settings while typing, or as a form without JavaScript. */
export function SettingsSearch({ query }: { query: string }) {
  const id = useId()
  const { key } = useLocation()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLFormElement>(null)
  const page = href('/admin/settings/search')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the list
  useEffect(() => setTyped(''), [key])
  return (
    <Form
      ref={box}
      role="search"
      action={page}
      className="relative flex min-w-0 gap-2"
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
      {typed.trim() !== '' && (
        <Suspense>
          <Suggestions typed={typed} />
        </Suspense>
      )}
    </Form>
  )
}
