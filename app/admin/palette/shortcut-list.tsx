import { X } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { Subtitle } from '#app/ui/admin/panel.tsx'
import { iconButton } from '#app/ui/button.ts'
import { link } from '#app/ui/link.ts'

const shortcuts: [keys: string[], does: string][] = [
  [['Ctrl', 'K'], 'Search and commands (⌘ K on a Mac)'],
  [['/'], 'Go to the list’s search'],
  [['J'], 'Next row'],
  [['K'], 'Previous row'],
  [['X'], 'Select the row'],
  [['E'], 'Open the row'],
  [['A'], 'DMCA: approve the report'],
  [['R'], 'DMCA: reject the report'],
  [['M'], 'DMCA: ask for more'],
  [['F'], 'Videos: flag the open video'],
  [['R'], 'Videos: remove it'],
  [['A'], 'Videos: restore it'],
  [['B'], 'Videos: block or unblock its creator'],
  [['Ctrl', 'Enter'], 'Send the form you’re typing in (⌘ Enter on a Mac)'],
  [['↑', '↓'], 'Move in a menu, or between cards with ← and →'],
  [['Esc'], 'Close a menu or dialog'],
  [['?'], 'Show this list'],
]

export default function ShortcutList({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="m-auto w-[min(26rem,100vw-2rem)] rounded-lg border border-line bg-surface p-5 text-sm text-text shadow-raised backdrop:bg-ink/50"
      aria-labelledby="shortcuts"
      onClose={close}
    >
      <div className="mb-3 flex items-center justify-between gap-4">
        <Subtitle id="shortcuts">Keyboard shortcuts</Subtitle>
        <button
          type="button"
          className={iconButton}
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden="true" size={18} />
        </button>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2">
        {shortcuts.map(([keys, does]) => (
          <Fragment key={does}>
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm border border-line bg-sunken px-1.5 text-center font-semibold text-xs leading-6"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="mt-3 text-muted">
        {'Keys of one letter can be turned off under '}
        <Link
          className={link}
          to={`${href('/admin/settings/account')}#keys-title`}
          onClick={() => dialog.current?.close()}
        >
          Account
        </Link>
        .
      </p>
    </dialog>
  )
}
