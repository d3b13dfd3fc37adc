import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { isSameList } from '#app/ui/admin/lists/sheet-address.ts'

/**
 * A route's `shouldRevalidate`: also reloads after a 409, when someone else has changed the data
 * first. After other refusals it keeps the data. Doesn't reload for a sheet that opens or closes
 * beside a list.
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
