import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { Subtitle } from '#app/ui/admin/panel.tsx'

/**
 * Asks before a page with changed fields is left, by a link, by Back or by another of its forms. It
 * guards every form of the page that is posted, except those with `data-unguarded`, whose fields
 * are nothing to keep. The browser asks by itself before the document is left.
 */
export function UnsavedGuard() {
  const sending = useSending()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const form = sending.current
    const leaves = form !== null || nextLocation.pathname !== currentLocation.pathname
    return leaves && changedForms().some((changed) => changed !== form)
  })
  const dialog = useRef<HTMLDialogElement>(null)
  const asks = blocker.state === 'blocked'
  useEffect(() => {
    if (asks) dialog.current?.showModal()
  }, [asks])
  if (!asks) return null
  return (
    <dialog
      ref={dialog}
      className="m-auto grid w-[min(26rem,100vw-2rem)] gap-4 rounded-lg border border-line bg-surface p-6 text-text shadow-raised backdrop:bg-ink/50"
      aria-labelledby="unsaved"
      aria-describedby="unsaved-text"
      onClose={() => blocker.reset()}
    >
      <Subtitle id="unsaved">Discard your changes?</Subtitle>
      <p id="unsaved-text">You have changes on this page that aren’t saved.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <button
          type="button"
          className={button({ look: 'quiet' })}
          onClick={() => dialog.current?.close()}
        >
          Keep editing
        </button>
        <button
          type="button"
          className={button({ look: 'danger' })}
          onClick={() => blocker.proceed()}
        >
          Discard changes
        </button>
      </div>
    </dialog>
  )
}

/**
 * Returns the form that is being sent right now, and has the browser ask before a document with
 * other changed forms is left.
 */
function useSending(): React.RefObject<HTMLFormElement | null> {
  const sending = useRef<HTMLFormElement | null>(null)
  useEffect(() => {
    const send = ({ target }: SubmitEvent) => {
      if (!(target instanceof HTMLFormElement)) return
      sent.add(target)
      sending.current = target
      // The router has begun its navigation by then.
      setTimeout(() => {
        sending.current = null
      })
    }
    const change = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest('form') : null
      if (form !== null) sent.delete(form)
    }
    const leave = (event: BeforeUnloadEvent) => {
      if (changedForms().length > 0) event.preventDefault()
    }
    addEventListener('submit', send, true)
    addEventListener('input', change)
    addEventListener('beforeunload', leave)
    return () => {
      removeEventListener('submit', send, true)
      removeEventListener('input', change)
      removeEventListener('beforeunload', leave)
    }
  }, [])
  return sending
}

/** Forms whose fields haven't been touched since they were sent. */
const sent = new WeakSet<HTMLFormElement>()

/** The guarded forms of the page with something in them that isn't sent. */
function changedForms(): HTMLFormElement[] {
  const forms = document.querySelectorAll<HTMLFormElement>(
    '#content form[method=post]:not([data-unguarded])',
  )
  return [...forms].filter((form) => !sent.has(form) && [...form.elements].some(isChanged))
}

/** Passwords don't count: browsers fill them in by themselves. */
function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const own = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
    return field.selectedIndex !== Math.max(own, 0)
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement) || ['hidden', 'password'].includes(field.type)) {
    return false
  }
  if (['checkbox', 'radio'].includes(field.type)) return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}
