import { useEffect, useRef } from 'react'

/** Returns a list's rows, or the page's. */
export const rowsIn = (list: ParentNode | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

export const focusedRow = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

/** Focuses a row's own link and scrolls the row into view. Returns false without a row. */
export function focusRow(row: HTMLElement | null | undefined): boolean {
  row?.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
  return row instanceof HTMLElement
}

/** Moves the focus on to the next row when the focused one has left the list. */
export function useRowFocus(list: React.RefObject<HTMLElement | null>): void {
  const focused = useRef<{ id: string | undefined; index: number } | null>(null)
  useEffect(() => {
    const note = () => {
      const [rows, row] = [rowsIn(list.current), focusedRow()]
      const index = row === null ? -1 : rows.indexOf(row)
      focused.current = index === -1 ? null : { id: row?.dataset.row, index }
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [list])
  // After each render, since only the document shows whether the focused row still exists.
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return
    const { id, index } = focused.current
    const rows = rowsIn(list.current)
    if (rows.length === 0 || rows.some(({ dataset }) => dataset.row === id)) return
    focused.current = null
    rows[Math.min(index, rows.length - 1)]?.querySelector('a')?.focus({ preventScroll: true })
  })
}
