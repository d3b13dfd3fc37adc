import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { Subtitle } from '#app/ui/admin/panel.tsx'

/**
 * Asks before a page with changed fields is left by a link, Back or another of its forms. Guards
 * every posted form except those with `data-unguarded`, whose fields needn't be kept. A page with a
 * `data-keeps` form shows something once, and only that form leaves it. The browser itself asks
 * before the document is left.
 */
export function UnsavedGuard() {
  const sending = useSending()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const form = sending.current
    const keeping = keepingForm()
    if (keeping !== null) return form !== keeping
    const leaves = form !== null || nextLocation.pathname !== currentLocation.pathname
    return leaves && changedForms().some((changed) => changed !== form)
  })
  const dialog = useRef<HTMLDialogElement>(null)
  const asks = blocker.state === 'blocked'
  useEffect(() => {
    if (asks) dialog.current?.showModal()
  }, [asks])
  if (!asks) return null
  const texts = keepingForm() === null ? changeTexts : codeTexts
  return (
    <dialog
      ref={dialog}
      className="m-auto grid w-[min(26rem,100vw-2rem)] gap-4 rounded-lg border border-line bg-surface p-6 text-text shadow-raised backdrop:bg-ink/50"
      aria-labelledby="unsaved"
      aria-describedby="unsaved-text"
      onClose={() => blocker.reset()}
    >
      <Subtitle id="unsaved">{texts.title}</Subtitle>
      <p id="unsaved-text">{texts.text}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <button
          type="button"
          className={button({ look: 'quiet' })}
          onClick={() => dialog.current?.close()}
        >
          {texts.stay}
        </button>
        <button
          type="button"
          className={button({ look: 'danger' })}
          onClick={() => blocker.proceed()}
        >
          {texts.leave}
        </button>
      </div>
    </dialog>
  )
}

const changeTexts = {
  title: 'Discard your changes?',
  text: 'You have changes on this page that aren’t saved.',
  stay: 'Keep editing',
  leave: 'Discard changes',
}

const codeTexts = {
  title: 'Leave without these codes?',
  text: 'They won’t be shown again. Copy or download them first.',
  stay: 'Stay here',
  leave: 'Leave without them',
}

/** Returns the form that confirms a one-time display as kept. Null on other pages. */
function keepingForm(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>('#content form[data-keeps]')
}

/**
 * Returns the form being sent, and makes the browser ask before a document with other changed forms
 * is left.
 */
function useSending(): React.RefObject<HTMLFormElement | null> {
  const sending = useRef<HTMLFormElement | null>(null)
  useEffect(() => {
    const send = ({ target }: SubmitEvent) => {
      if (!(target instanceof HTMLFormElement)) return
      sent.add(target)
      sending.current = target
      // By then the router has started its navigation.
      setTimeout(() => {
        sending.current = null
      })
    }
    const change = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest('form') : null
      if (form !== null) sent.delete(form)
    }
    const leave = (event: BeforeUnloadEvent) => {
      const keeping = keepingForm()
      const isKept = keeping === null || sent.has(keeping)
      if (!isKept || changedForms().length > 0) event.preventDefault()
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

/** Forms that haven't been changed since they were sent. */
const sent = new WeakSet<HTMLFormElement>()

/** Returns the guarded forms with unsent changes. */
function changedForms(): HTMLFormElement[] {
  const forms = document.querySelectorAll<HTMLFormElement>(
    '#content form[method=post]:not([data-unguarded])',
  )
  return [...forms].filter((form) => !sent.has(form) && [...form.elements].some(isChanged))
}

/** Ignores passwords, which browsers fill in themselves. */
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
