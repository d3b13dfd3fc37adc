import { isPlainPress, useSheet } from '#app/ui/admin/lists/sheet-address.ts'
import type { SheetForm } from './reasons.ts'

/**
 * Returns the `onClick` of a link that opens a post's sheet, with one of its forms if named. Without
 * JavaScript, and in another tab, the link leads to its own page.
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
