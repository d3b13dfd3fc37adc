import { useEffect } from 'react'
import { isBareKey } from '#app/admin/palette/bare-key.ts'

/**
 * Opens the form of a decision by its key, with the focus in it: of the focused row in a list, else of
 * the page's only report. The form still has to be sent.
 */
export function useDecisionKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || !isBareKey(event) || !/^[arm]$/i.test(event.key)) return
      const place =
        document.activeElement?.closest('[data-row]') ?? document.querySelector('[data-decisions]')
      const decision = place?.querySelector<HTMLDetailsElement>(
        `details[data-key="${event.key.toUpperCase()}"]`,
      )
      if (decision === null || decision === undefined) return
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
