import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useKeys } from '#app/ui/admin/keys.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

/** Preloaded after the screen, so that they open instantly and offline. */
export const loadPalette = () => import('./palette.tsx')
export const loadShortcuts = () => import('./shortcut-list.tsx')
const Palette = lazy(loadPalette)
const ShortcutList = lazy(loadShortcuts)

export function Keys({ className }: { className: string }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  useKeys({ 'mod+k': () => setOpen('palette'), '?': () => setOpen('shortcuts') })
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
