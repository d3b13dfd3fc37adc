import { useLocation } from 'react-router'
import { countText } from '#app/i18n/count-text.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { useSite } from '#app/i18n/site-context.ts'
import type { ListAddress } from '#app/lists/list-address.ts'
import type { ListPage } from '#app/lists/status-list.server.ts'
import { scrollKeyOf } from '#app/ui/admin/frame/last-place.ts'
import type { FilterChip } from './filter-chips.tsx'
import { useHasSelection, useSelection } from './selection.tsx'

/** A page of a list, whose place in it may be unknown. */
type Page = ListPage | { next: number | null }

/** A `ListFrame`'s name in the tab, and its status. */
export default function FrameStatus({
  title,
  row,
  list,
  chips,
  page,
  shown,
  total,
}: {
  title: string
  row: string
  list: ListAddress
  chips: FilterChip[]
  page: Page
  shown: number
  total: number | null
}) {
  const { siteName } = useSite()
  return (
    <>
      <title>{`${listTitle(title, list, chips, page, shown)} · ${siteName} Admin`}</title>
      <ListStatus text={listText(row, page, shown, total)} total={total} />
    </>
  )
}

/**
 * What screen readers announce of a list, since its rows change without a word: `text` for each
 * view, and how many rows are ticked. `total` is of all matches, or null if there are too many to
 * count.
 */
export function ListStatus({ text, total = null }: { text: string; total?: number | null }) {
  const view = scrollKeyOf(useLocation())
  return (
    <p className="sr-only" role="status">
      {/* A new element for each view, since the same text again would be no change. */}
      <span key={view}>{useHasSelection() ? <TickedOr total={total}>{text}</TickedOr> : text}</span>
    </p>
  )
}

function TickedOr({ total, children }: { total: number | null; children: string }) {
  const { count, isAllMatching } = useSelection()
  if (isAllMatching) return allMatchingText(total)
  return count === 0 ? children : `${figure(count)} selected`
}

export function allMatchingText(total: number | null): string {
  return total === null ? 'All that match selected' : `All ${figure(total)} that match selected`
}

/** Returns the size of a list of `row`s, and where in it the page is, as far as that is known. */
function listText(row: string, page: Page, shown: number, total: number | null): string {
  if (shown === 0 || (total !== null && total <= shown)) return countText(shown, row)
  const all = total === null ? 'many' : figure(total)
  if ('total' in page) return `${placeText(page, shown, ' to ')} of ${all} ${row}s`
  const here = `${countText(shown, row)} on this page`
  return total === null ? here : `${here}, ${all} in all`
}

/** Returns a page's first and last row in its list, such as `26–50`. */
export function placeText({ first, total }: ListPage, shown: number, to = '–'): string {
  const last = Math.min(first + shown - 1, total ?? Number.POSITIVE_INFINITY)
  return `${figure(first)}${to}${figure(last)}`
}

/** Returns a list's name in the tab: with its filters, and its place if it isn't at the start. */
export function listTitle(
  title: string,
  { query }: ListAddress,
  chips: FilterChip[],
  page?: Page,
  shown = 0,
): string {
  const filters = chips.map(({ name, text }) => (name === 'q' ? `“${text}”` : text))
  if (query.cursor !== undefined && page !== undefined) {
    const isPlaced = 'total' in page
    filters.push(isPlaced ? placeText(page, shown) : 'continued')
  }
  return filters.length === 0 ? title : `${title}: ${filters.join(', ')}`
}
