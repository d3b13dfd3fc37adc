import { type Location, useLocation, useNavigate } from 'react-router'
import { scrollKeyOf } from '#app/ui/admin/frame/last-place.ts'
import { sheetIn, withSheet } from '#app/ui/admin/lists/sheet-address.ts'
import type { SheetForm } from './forms.ts'

/** A sheet's initial state, such as the form that a row's menu opens it with. */
type SheetState = { begin?: string; isOpened?: boolean }

/**
 * Returns the sheet that the URL opens, and the functions that open and close it. Back closes it
 * too. The list under it keeps its scroll position and its ticks.
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
    /** From `open`. */
    begin,
    /** Different for each opening. */
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

/** Returns whether a click on a link is for this page, not for another tab. */
function isPlainPress(event: React.MouseEvent): boolean {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)
}

/**
 * Returns the `onClick` of a link that opens a post's sheet, with one of its forms if named.
 * Without JavaScript, and in another tab, the link leads to its own page.
 */
export function useSheetLink(
  postId: string,
): (form?: SheetForm) => React.MouseEventHandler<HTMLAnchorElement> {
  const { open } = useSheet()
  return (form) => (event) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    void open(postId, form)
  }
}
