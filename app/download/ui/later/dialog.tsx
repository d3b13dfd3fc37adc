import '#app/css/dialog.css'
import { X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** A dialog that opens as it is drawn. Escape, its X and a press beside it close it. */
export function Dialog({
  title,
  className = '',
  onClose,
  onKeyDown,
  children,
}: {
  title: string
  className?: string
  onClose: () => void
  onKeyDown?: (event: React.KeyboardEvent) => void
  children: React.ReactNode
}) {
  const { t } = useI18n()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (element?.open === false) element.showModal()
    return () => {
      // Browsers give the focus back when a dialog closes, not when it is taken away.
      if (element?.open === true && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <div className="dialog-body">
        <form method="dialog" className="dialog-head">
          <h2 id={titleId} className="display">
            <span role="status">{title}</span>
          </h2>
          <button type="submit" className="icon-button">
            <X aria-hidden="true" size={22} />
            <span className="sr-only">{t.prepare.close}</span>
          </button>
        </form>
        {children}
      </div>
    </dialog>
  )
}
