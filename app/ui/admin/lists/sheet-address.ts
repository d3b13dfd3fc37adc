import { type Location, useLocation, useNavigate } from 'react-router'
import { scrollKeyOf } from '#app/ui/admin/frame/last-place.ts'

/** The parameter that opens a record's sheet beside its list. No list's loader reads it. */
const parameter = 'show'

/** What a sheet begins with, such as the form that a row's menu opens it for. */
type SheetState = { begin?: string; isOpened?: boolean }

/** The address of a view of a list with a record's sheet, or without one. */
export function withSheet(view: string, id: string | null): string {
  const [path, search] = view.split('?')
  const query = new URLSearchParams(search)
  if (id === null) query.delete(parameter)
  else query.set(parameter, id)
  return query.size === 0 ? `${path}` : `${path}?${query}`
}

/** Returns the record whose sheet an address opens; null for none. */
export function sheetIn(search: URLSearchParams): string | null {
  return search.get(parameter)
}

/** Whether two addresses are the same list, with another sheet beside it: nothing has to be loaded. */
export function isSameList(current: URL, next: URL): boolean {
  if (current.href === next.href) return false
  const [here, there] = [current, next].map(({ pathname, search }) =>
    withSheet(`${pathname}${search}`, null),
  )
  return here === there
}

/**
 * Returns the sheet that the address opens, and what opens and closes it. Back closes it too. The
 * list under it keeps its scroll position and its ticks.
 */
export function useSheet() {
  const location = useLocation()
  const navigate = useNavigate()
  const { pathname, search } = location
  const id = sheetIn(new URLSearchParams(search))
  const { begin = null, isOpened = false } = stateOf(location)
  const go = (next: string | null, replace: boolean, state: SheetState) =>
    navigate(withSheet(`${pathname}${search}`, next), {
      replace,
      preventScrollReset: true,
      state: { ...state, scrollKey: scrollKeyOf(location) },
    })
  return {
    id,
    /** As `open` was told. */
    begin,
    /** Tells one opening from the next. */
    key: location.key,
    /** Settles once the sheet's address is open, which is a little before the page shows it. */
    open(next: string, form?: string): void | Promise<void> {
      const state = form === undefined ? {} : { begin: form }
      return go(next, id !== null, { ...state, isOpened: id === null || isOpened })
    },
    close() {
      if (isOpened) void navigate(-1)
      else void go(null, true, {})
    },
  }
}

function stateOf({ state }: Location): SheetState {
  return typeof state === 'object' && state !== null ? state : {}
}

/** Whether a press on a link is for this page, not for another tab. */
export function isPlainPress(event: React.MouseEvent): boolean {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)
}
