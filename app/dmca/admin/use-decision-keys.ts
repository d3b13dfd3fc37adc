import { useEffect } from 'react'
import { isTyping } from '#app/ui/admin/is-typing.ts'

/**
 * Opens the form of a decision by its key, with the focus in it: of the focused row in a list, else of
 * the page's only report. The form still has to be sent.
 */
export function useDecisionKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, target } = event
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || repeat || isTyping(target))
        return
      if (!/^[arm]$/i.test(key) || document.querySelector('dialog[open]') !== null) return
      const place =
        document.activeElement?.closest('[data-row]') ?? document.querySelector('[data-decisions]')
      const decision = place?.querySelector<HTMLDetailsElement>(
        `details[data-key="${key.toUpperCase()}"]`,
      )
      if (place === null || decision === null || decision === undefined) return
      event.preventDefault()
      const row = decision.closest<HTMLDetailsElement>('details[data-report]')
      if (row !== null) row.open = true
      decision.open = true
      decision.querySelector('textarea')?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
