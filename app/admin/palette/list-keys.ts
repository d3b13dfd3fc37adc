import { useEffect } from 'react'
import { isBareKey } from './bare-key.ts'

/** The keys of lists: `/` for the search, J and K between rows, X to tick one, E to open it. */
export function useListKeys(): void {
  useEffect(() => {
    const press = (event: Event) => {
      if (isBareKey(event) && pressInList(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Does what a key means in a list. Returns false if it means nothing on this page. */
function pressInList(key: string): boolean {
  if (key === '/') {
    const search = document.querySelector<HTMLInputElement>('#content input[type=search]')
    search?.focus()
    search?.select()
    return search !== null
  }
  const rows = [...document.querySelectorAll<HTMLElement>('#content [data-row]')]
  const row = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
  const here = row === null ? -1 : rows.indexOf(row)
  switch (key.toLowerCase()) {
    case 'j':
      return goTo(rows[Math.min(here + 1, rows.length - 1)])
    case 'k':
      return goTo(rows[Math.max(here - 1, 0)])
    case 'x':
      return click(row?.querySelector('input[name=id]'))
    case 'e':
      return click(row?.querySelector('[data-row-link]'))
    default:
      return false
  }
}

function goTo(row: HTMLElement | undefined): boolean {
  row?.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
  return row !== undefined
}

function click(element: HTMLElement | null | undefined): boolean {
  element?.click()
  return element !== null && element !== undefined
}
