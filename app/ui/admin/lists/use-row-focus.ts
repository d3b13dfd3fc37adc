import { useEffect, useRef } from 'react'

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')]

/** Moves the focus to the next row when an action has taken the focused one out of the list. */
export function useRowFocus(list: React.RefObject<HTMLElement | null>): void {
  const focused = useRef<{ id: string | undefined; index: number } | null>(null)
  useEffect(() => {
    const { current } = list
    if (current === null) return
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
      focused.current =
        row !== null && current.contains(row)
          ? { id: row.dataset.row, index: rowsOf(current).indexOf(row) }
          : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [list])
  // After each rendering, since only the document knows whether the focused row is still there.
  useEffect(() => {
    const { current } = list
    if (current === null || focused.current === null) return
    if (document.activeElement !== document.body) return
    const { id, index } = focused.current
    const rows = rowsOf(current)
    if (rows.some(({ dataset }) => dataset.row === id)) return
    focused.current = null
    rows[Math.min(index, rows.length - 1)]?.querySelector('a')?.focus({ preventScroll: true })
  })
}
