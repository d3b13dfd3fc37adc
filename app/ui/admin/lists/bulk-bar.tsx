import { cva, cx } from 'class-variance-authority'
import { useEffect, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import type { ListAddress } from '#app/lists/list-address.ts'
import { viewHref } from '#app/lists/list-address.ts'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { bulkForm, tickAll } from './use-selection.ts'

const bulkAction = cva(
  'inline-flex min-h-10 cursor-pointer items-center rounded-lg px-3 font-semibold hover:bg-paper/14 focus-visible:outline-[#ff958a] group-aria-busy/main:cursor-progress group-aria-busy/main:opacity-60 aria-busy:cursor-progress aria-busy:opacity-60 pointer-coarse:min-h-11',
  {
    variants: {
      danger: { true: 'text-[#ff8a8f]' },
      offer: { true: 'underline decoration-2 underline-offset-4' },
    },
  },
)

/** Shown while a row of the page isn't ticked, and once all are. */
const whileSome =
  'supports-[selector(:has(a))]:group-not-has-[[type=checkbox]:not(:checked)]/list:hidden'
const onceAll = 'supports-[selector(:has(a))]:group-has-[[type=checkbox]:not(:checked)]/list:hidden'

type Action = {
  value: string
  label: string
  danger?: boolean
  /** A page to ask first, which gets the ids in its address. */
  confirm?: string
  /** Whether it is for ticked rows alone, each of which was seen. */
  isForSeen?: boolean
}

/** All rows that fit a list's filter, of which its page shows some. */
export type Matching = {
  /** The list's name for changes of all that match. */
  name: string
  /** How many there are; null if they are too many to count for a page. */
  total: number | null
}

/**
 * What can be done with the ticked rows, after the table in a `List`: the form that the rows' boxes
 * belong to. It comes up once a row is ticked, and counts them, without a script. Once all rows of the
 * page are ticked it offers all that match, whose changes are asked about on a page of their own.
 */
export function BulkBar({
  id,
  action,
  list,
  matching,
  actions,
}: {
  id: string
  action: string
  /** The view of the list, which is also what to return to. */
  list: ListAddress
  /** Left out where the page shows all rows, and where a change of all isn't possible. */
  matching?: Matching | undefined
  actions: Action[]
}) {
  const [isAll, selectAll] = useAllMatching()
  const { formData } = useStayForm(bulkForm(id))
  const sent = formData?.get('intent')
  const runs = useRuns()
  const back = viewHref(list)
  return (
    <StayForm
      id={id}
      name={bulkForm(id)}
      action={action}
      className="sticky bottom-3 z-8 mt-3 flex flex-wrap items-center gap-1.5 rounded-lg bg-ink py-2 ps-4 pe-2.5 text-paper shadow-raised supports-[selector(:has(a))]:group-not-has-[[type=checkbox]:checked]/list:hidden dark:border dark:border-line"
      data-bulk
      data-unguarded
    >
      {/* Enter on a row's box would press the form's first button: this one does nothing, outside of a dialog. */}
      <button type="submit" formMethod="dialog" hidden />
      <input type="hidden" name="back" value={back} />
      {isAll && matching !== undefined ? (
        <p className="me-auto pe-3 font-bold @max-4xl:basis-full" role="status">
          {matching.total === null
            ? 'All that match selected'
            : `All ${figure(matching.total)} that match selected`}
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
              onClick={() => tickAll(id)}
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
                selectAll(true)
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
          <button type="button" className={bulkAction()} onClick={() => selectAll(false)}>
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

/** The page that asks before a change of all that match, or which one; without the list's page. */
function bulkHref(name: string, action: string | null, list: ListAddress): string {
  const { cursor: _, ...query } = list.query
  const path = href('/admin/bulk/:list/:action?', {
    list: name,
    ...(action !== null && { action }),
  })
  return `${path}?${new URLSearchParams({ ...query, back: viewHref(list) })}`
}

/** Whether all that match are selected: until a box is changed, or the list's view. */
function useAllMatching(): [isAll: boolean, set: (isAll: boolean) => void] {
  const { key } = useLocation()
  const [at, setAt] = useState<string | null>(null)
  const isAll = at === key
  useEffect(() => {
    if (!isAll) return
    const change = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === 'checkbox') setAt(null)
    }
    document.addEventListener('change', change)
    return () => document.removeEventListener('change', change)
  }, [isAll])
  return [isAll, (next) => setAt(next ? key : null)]
}
