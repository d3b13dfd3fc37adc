import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { isSameList } from '#app/ui/admin/lists/sheet-address.ts'

/**
 * A route's `shouldRevalidate`: loads it after an answer of 409 too. Someone else was first then, so
 * the screen has changed and a message says who; after other refusals what was typed is enough.
 * Not for a sheet that opens or closes beside a list.
 */
export function reloadOnConflict({
  actionStatus,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (isSameList(currentUrl, nextUrl)) return false
  return actionStatus === 409 || defaultShouldRevalidate
}
