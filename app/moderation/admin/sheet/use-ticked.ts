import { useSyncExternalStore } from 'react'

const boxOf = (id: string) =>
  document.querySelector<HTMLInputElement>(
    `#content [data-row="${CSS.escape(id)}"] input[type=checkbox][name=id]`,
  )

/**
 * Returns whether a row of the list under a sheet is ticked, null if it has no box, and what ticks
 * it. The list itself keeps the ticks.
 */
export function useTicked(id: string): { ticked: boolean | null; toggle: () => void } {
  const ticked = useSyncExternalStore(
    (changed) => {
      document.addEventListener('change', changed)
      return () => document.removeEventListener('change', changed)
    },
    () => boxOf(id)?.checked ?? null,
  )
  return { ticked, toggle: () => boxOf(id)?.click() }
}
