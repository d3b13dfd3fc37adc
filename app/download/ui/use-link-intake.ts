import { type RefObject, useEffect, useEffectEvent } from 'react'

const fields = 'input, textarea, select, [contenteditable]'

/** Returns true for a form field other than the link's. */
function isOtherField(target: EventTarget | null, field: HTMLElement | null): boolean {
  return target instanceof Element && target !== field && target.closest(fields) !== null
}

/** Takes text pasted or dropped anywhere on the page. */
export function useLinkIntake(
  field: RefObject<HTMLInputElement | null>,
  handlers: {
    /** Returns true if it took the text. `inField`: it would go into the field anyway. */
    onText: (text: string, inField: boolean) => boolean
    onDrag: (over: boolean) => void
  },
): void {
  const onText = useEffectEvent(handlers.onText)
  const onDrag = useEffectEvent(handlers.onDrag)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let draggedFromHere = false
    const isForOthers = (target: EventTarget | null) =>
      isOtherField(target, field.current) || document.querySelector('dialog[open]') !== null

    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      if (text === '' || isForOthers(event.target)) return
      if (onText(text, event.target === field.current)) event.preventDefault()
    }
    const holdsText = ({ dataTransfer, target }: DragEvent) =>
      dataTransfer !== null &&
      !draggedFromHere &&
      !isForOthers(target) &&
      dataTransfer.types.some((type) => type === 'text/uri-list' || type === 'text/plain')
    const dragOver = (event: DragEvent) => {
      if (!holdsText(event)) return
      event.preventDefault()
      onDrag(true)
    }
    const drop = (event: DragEvent) => {
      onDrag(false)
      if (!holdsText(event)) return
      event.preventDefault()
      const { dataTransfer } = event
      const text = dataTransfer?.getData('text/uri-list') || dataTransfer?.getData('text/plain')
      onText(text?.trim() ?? '', false)
    }
    const dragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) onDrag(false)
    }
    document.addEventListener('paste', paste, { signal })
    document.addEventListener('dragover', dragOver, { signal })
    document.addEventListener('dragleave', dragLeave, { signal })
    document.addEventListener('drop', drop, { signal })
    // Ignores drags of the page's own links and images.
    document.addEventListener('dragstart', () => (draggedFromHere = true), { signal })
    document.addEventListener('dragend', () => (draggedFromHere = false), { signal })
    return () => listening.abort()
  }, [field])
}
