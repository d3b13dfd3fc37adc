import { useKeys } from '#app/ui/admin/keys.ts'
import { focusedRow, focusRow, rowsIn } from '#app/ui/admin/rows.ts'

/**
 * Handles the list keys: `/` focuses the search, J and K move between rows, X ticks one, E opens
 * it. In a grid the arrow keys move between cards too.
 */
export function useListKeys(): void {
  useKeys(
    {
      '/': focusSearch,
      j: () => move(1),
      k: () => move(-1),
      x: () => click('input[name=id]'),
      e: () => click('[data-row-link]'),
      arrowright: () => moveInGrid(() => 1),
      arrowleft: () => moveInGrid(() => -1),
      arrowdown: () => moveInGrid(columnsOf),
      arrowup: () => moveInGrid((grid) => -columnsOf(grid)),
    },
    true,
  )
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('#content input[type=search]')
  search?.focus()
  search?.select()
  return search !== null
}

/** Focuses the row so many places on; without a focused row, the first one. */
function move(step: number): boolean {
  const row = focusedRow()
  const rows = rowsIn(document.getElementById('content'))
  return focusRow(row === null ? rows[0] : rows[rows.indexOf(row) + step])
}

function moveInGrid(stepIn: (grid: HTMLElement) => number): boolean {
  const grid = focusedRow()?.closest<HTMLElement>('[data-grid]')
  return grid ? move(stepIn(grid)) : false
}

const columnsOf = (grid: HTMLElement) =>
  getComputedStyle(grid).gridTemplateColumns.split(' ').length

function click(selector: string): boolean {
  const element = focusedRow()?.querySelector<HTMLElement>(selector)
  element?.click()
  return element instanceof HTMLElement
}
