import { useKeys } from '#app/ui/admin/keys.ts'
import { focusedRow } from '#app/ui/admin/rows.ts'

/**
 * Opens a decision's form by its key and focuses it: in the focused row of a list, else for the
 * page's only report. The form still has to be sent.
 */
export function useDecisionKeys(): void {
  useKeys({ a: openDecision, r: openDecision, m: openDecision })
}

function openDecision({ key, repeat }: KeyboardEvent): boolean {
  const place = focusedRow() ?? document.querySelector('[data-decisions]')
  const decision = place?.querySelector<HTMLDetailsElement>(
    `details[data-key="${key.toUpperCase()}"]`,
  )
  if (repeat || !decision) return false
  const row = decision.closest<HTMLDetailsElement>('details[data-report]')
  if (row !== null) row.open = true
  decision.open = true
  decision.querySelector('textarea')?.focus()
  return true
}
