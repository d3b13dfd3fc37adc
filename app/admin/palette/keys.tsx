import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { isBareKey, isKeyOfPage } from './bare-key.ts'

/** Loaded after the screen, so that a key opens them at once, and without a connection too. */
export const loadPalette = () => import('./palette.tsx')
export const loadShortcuts = () => import('./shortcut-list.tsx')
const Palette = lazy(loadPalette)
const ShortcutList = lazy(loadShortcuts)

/** The keys that open the palette and the list of shortcuts, and the palette's button in the bar. */
export function Keys({ className }: { className: string }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  useEffect(() => {
    const press = (event: Event) => {
      if (!isKeyOfPage(event)) return
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k') {
        setOpen('palette')
      } else if (key === '?' && isBareKey(event)) setOpen('shortcuts')
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
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
