import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isTyping } from '#app/ui/admin/is-typing.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

const Palette = lazy(() => import('./palette.tsx'))
const ShortcutList = lazy(() => import('./shortcut-list.tsx'))

/**
 * The keys of the back office, and the button in its bar that opens the palette. Keys alone do
 * nothing while something is typed, a modifier is held or a dialog is open.
 */
export function Keys({ className }: { className: string }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  useEffect(() => {
    const press = (event: Event) => {
      // Chrome sends events of this name without a key when it fills a field in.
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
      if (document.querySelector('dialog[open]') !== null) return
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k') {
        setOpen('palette')
      } else if (ctrlKey || metaKey || altKey || isTyping(event.target)) return
      else if (key === '?') setOpen('shortcuts')
      else if (!pressInList(key)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  useFieldFocus()
  const runs = useRuns()
  const close = () => setOpen(null)
  return (
    <>
      {runs && (
        <button
          type="button"
          className={className}
          aria-label="Search and commands"
          aria-keyshortcuts="Control+K Meta+K"
          title="Search and commands (Ctrl+K)"
          onClick={() => setOpen('palette')}
        >
          <Search aria-hidden="true" size={20} />
        </button>
      )}
      <Suspense>
        {open === 'palette' && <Palette close={close} />}
        {open === 'shortcuts' && <ShortcutList close={close} />}
      </Suspense>
    </>
  )
}

/** Does what a key means in a list. Returns false if it means nothing on this page. */
function pressInList(key: string): boolean {
  if (key === '/') {
    const search = document.querySelector<HTMLInputElement>('#content input[type=search]')
    search?.focus()
    search?.select()
    return search !== null
  }
  const rows = [...document.querySelectorAll<HTMLElement>('#content [data-row]')]
  const row = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
  const here = row === null ? -1 : rows.indexOf(row)
  switch (key.toLowerCase()) {
    case 'j':
      return goTo(rows[Math.min(here + 1, rows.length - 1)])
    case 'k':
      return goTo(rows[Math.max(here - 1, 0)])
    case 'x':
      return click(row?.querySelector('input[name=id]'))
    case 'e':
      return click(row?.querySelector('[data-row-link]'))
    default:
      return false
  }
}

function goTo(row: HTMLElement | undefined): boolean {
  row?.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
  return row !== undefined
}

function click(element: HTMLElement | null | undefined): boolean {
  element?.click()
  return element !== null && element !== undefined
}

/** Moves the focus to the field that a setting's entry of the palette leads to. */
function useFieldFocus(): void {
  const { key, state } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location with a field moves it
  useEffect(() => {
    const field: unknown = state?.field
    if (typeof field !== 'string') return
    const found = document.querySelector<HTMLElement>(
      `#content [name="${CSS.escape(field)}"]:not([type=hidden])`,
    )
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'center' })
  }, [key, state])
}
