import { cva, cx } from 'class-variance-authority'
import { href, Link } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import type { ListAddress } from '#app/lists/list-address.ts'
import { viewHref } from '#app/lists/list-address.ts'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { allMatchingText } from './list-status.tsx'
import { bulkForm, useSelection } from './selection.tsx'

const bulkAction = cva(
  'inline-flex min-h-10 cursor-pointer items-center rounded-lg px-3 font-semibold hover:bg-paper/14 focus-visible:outline-[#9dbcff] group-aria-busy/main:cursor-progress group-aria-busy/main:opacity-60 aria-busy:cursor-progress aria-busy:opacity-60 pointer-coarse:min-h-11',
  {
    variants: {
      danger: { true: 'text-[#ff8cc4]' },
      offer: { true: 'underline decoration-2 underline-offset-4' },
    },
  },
)

/** Shown until all rows of the page are ticked. */
const whileSome =
  'supports-[selector(:has(a))]:group-not-has-[[type=checkbox]:not(:checked)]/list:hidden'
const onceAll = 'supports-[selector(:has(a))]:group-has-[[type=checkbox]:not(:checked)]/list:hidden'

type Action = {
  value: string
  label: string
  danger?: boolean
  /** Confirmation page, which gets the ids in its address. */
  confirm?: string
  /** True if it is limited to ticked rows, which the operator has seen. */
  isForSeen?: boolean
}

export type Matching = {
  /** The list's name for changes of all matches. */
  name: string
  /** Null if there are too many to count for a page. */
  total: number | null
}

/**
 * Actions for the ticked rows, after the table in a `List`: the form that the rows' boxes belong
 * to. Appears once a row is ticked and counts ticks, both without a script. Once all rows of the
 * page are ticked, it offers all matches, which have their own confirmation page. With
 * `autocomplete`, a browser would tick the boxes again after a reload.
 */
export default function BulkBar({
  action,
  list,
  matching,
  actions,
}: {
  action: string
  list: ListAddress
  /** Left out where the page shows all rows, or where all matches can't be changed. */
  matching?: Matching | undefined
  actions: Action[]
}) {
  const { bar: id, isAllMatching: isAll, toggleAll, setAllMatching } = useSelection()
  const { formData } = useStayForm(bulkForm(id))
  const sent = formData?.get('intent')
  const runs = useRuns()
  return (
    <StayForm
      id={id}
      name={bulkForm(id)}
      action={action}
      autoComplete="off"
      className="sticky bottom-3 z-8 mt-3 flex flex-wrap items-center gap-1.5 rounded-lg bg-ink py-2 ps-4 pe-2.5 text-paper shadow-raised supports-[selector(:has(a))]:group-not-has-[[type=checkbox]:checked]/list:hidden dark:border dark:border-line"
      data-bulk
      data-unguarded
    >
      {/* Enter on a row's box presses the first button; this one does nothing outside a dialog. */}
      <button type="submit" formMethod="dialog" hidden />
      <input type="hidden" name="back" value={viewHref(list)} />
      {isAll && matching !== undefined ? (
        <p className="me-auto pe-3 font-bold @max-4xl:basis-full">
          {allMatchingText(matching.total)}
        </p>
      ) : (
        <p className="pe-1 font-bold tabular-nums before:content-[counter(ticked)_'_']">selected</p>
      )}
      {!isAll && (
        <div className="me-auto flex flex-wrap items-center">
          {runs && (
            <button
              type="button"
              className={cx(bulkAction({ offer: true }), whileSome)}
              onClick={() => toggleAll(true)}
            >
              Select page
            </button>
          )}
          {matching !== undefined && (
            <Link
              className={cx(bulkAction({ offer: true }), runs && onceAll)}
              to={bulkHref(matching.name, null, list)}
              onClick={(event) => {
                event.preventDefault()
                setAllMatching(true)
              }}
            >
              {matching.total === null
                ? 'Select all that match'
                : `Select all ${figure(matching.total)} that match`}
            </Link>
          )}
        </div>
      )}
      {isAll && matching !== undefined ? (
        <>
          {actions
            .filter(({ isForSeen }) => !isForSeen)
            .map(({ value, label, danger }) => (
              <Link
                key={value}
                className={bulkAction({ danger })}
                to={bulkHref(matching.name, value, list)}
              >
                {label.endsWith('…') ? label : `${label}…`}
              </Link>
            ))}
          <button type="button" className={bulkAction()} onClick={() => setAllMatching(false)}>
            Only this page
          </button>
        </>
      ) : (
        actions.map(({ value, label, danger = false, confirm }) => (
          <button
            key={value}
            type="submit"
            className={bulkAction({ danger })}
            aria-busy={sent === value}
            {...(confirm === undefined
              ? { name: 'intent', value }
              : { formMethod: 'get', formAction: confirm })}
          >
            {label}
          </button>
        ))
      )}
    </StayForm>
  )
}

/**
 * Returns the confirmation page for all matches; without an action it asks which one. Drops the
 * cursor.
 */
function bulkHref(name: string, action: string | null, list: ListAddress): string {
  const { cursor: _, ...query } = list.query
  const path = href('/admin/bulk/:list/:action?', {
    list: name,
    ...(action !== null && { action }),
  })
  return `${path}?${new URLSearchParams({ ...query, back: viewHref(list) })}`
}
