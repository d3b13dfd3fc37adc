import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { iconButton } from '#app/ui/button.ts'

/** A dialog that opens when mounted. Escape, its X and a press beside it close it. */
export function Dialog({
  title,
  tall = false,
  onClose,
  onKeyDown,
  children,
}: {
  title: string
  /** As high as the screen allows, whatever its content. */
  tall?: boolean
  onClose: () => void
  onKeyDown?: (event: React.KeyboardEvent) => void
  children: React.ReactNode
}) {
  const { t } = useI18n()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [first, setFirst] = useState<string | null>(title)
  // For good: a title that comes back is news again.
  if (first !== null && title !== first) setFirst(null)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (element?.open === false) element.showModal()
    return () => {
      // Browsers return the focus when a dialog closes, but not when it is removed.
      if (element?.open === true && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`m-auto max-h-screen-less-6 rounded-card bg-surface text-text shadow-raised backdrop:bg-[rgb(10_10_16/72%)] ${tall ? 'h-full w-[min(60rem,calc(100%-1.5rem))]' : 'w-[min(32rem,calc(100%-1.5rem))]'}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        // The second click of a double click on what opened it isn't meant for it.
        const isBackdrop = event.target === event.currentTarget && event.detail < 2
        if (isBackdrop) event.currentTarget.close()
      }}
    >
      <div
        className={`flex flex-col px-[min(1.25rem,6.25vw)] py-5 md:p-7 ${tall ? 'h-full' : 'min-h-full'}`}
      >
        <form
          method="dialog"
          className="-mt-1.5 -mr-2 mb-4 flex items-center justify-between gap-4"
        >
          {/* Two lines for each title, so that a longer one moves nothing below it. */}
          <h2
            id={titleId}
            className="display flex min-w-0 wrap-anywhere min-h-[2.2em] items-center text-2xl leading-[1.1]"
          >
            {/* The first one is said as the dialog's name. */}
            {first}
            <span role="status">{first === null && title}</span>
          </h2>
          <button type="submit" className={iconButton}>
            <X aria-hidden="true" size={22} />
            <span className="sr-only">{t.prepare.close}</span>
          </button>
        </form>
        {children}
      </div>
    </dialog>
  )
}
