import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { scrollKeyOf } from '#app/ui/admin/frame/last-place.ts'
import { focusPage } from '#app/ui/admin/frame/page-focus.ts'
import { createStore, useStore } from '#app/ui/admin/store.ts'

type Ticks = {
  /** The location that they belong to. */
  key: string
  ids: ReadonlySet<string>
  /** The last row that was ticked or unticked, where a range begins. */
  last: string | null
  /** True if all matches are selected, on other pages too. */
  isAllMatching: boolean
}

const nothing: Ticks = { key: '', ids: new Set(), last: null, isAllMatching: false }

/** Name of a bar's `StayForm`. Its answer, if any, has the ids of the `refused` rows. */
export const bulkForm = (id: string) => `bulk ${id}`

type List = {
  /** The id of the bulk bar's form. */
  bar: string
  key: string
  rowIds: readonly string[]
  store: ReturnType<typeof createStore<Ticks>>
}

const ListContext = createContext<List | null>(null)

/**
 * Holds a list's ticked rows until the next location. After an action of the bulk bar `bar`, the
 * rows it refused stay ticked. A tick renders only what reads it: rendering more would discard what
 * isn't hydrated until its code has loaded.
 */
export function Selection({
  bar,
  rowIds,
  children,
}: {
  bar: string
  rowIds: readonly string[]
  children: React.ReactNode
}) {
  const key = scrollKeyOf(useLocation())
  const [store] = useState(() => createStore(nothing))
  const { state, data } = useStayForm<{ refused: string[] } | null>(bulkForm(bar))
  const wasSent = useRef(false)
  useEffect(() => {
    if (state === 'idle' && wasSent.current && data !== undefined) {
      store.write({ ...nothing, key, ids: new Set(data?.refused) })
      // Without ticks the bar is gone, and the button in it that had the focus.
      const { activeElement, body } = document
      const isGone = activeElement === body || activeElement?.closest('form')?.id === bar
      if (!data?.refused.length && isGone) focusPage()
    }
    wasSent.current = state !== 'idle'
  }, [state, data, key, store, bar])
  // A reload with the same rows changes nothing.
  const rows = rowIds.join(' ')
  const list = useMemo(
    () => ({ bar, key, rowIds: rows.split(' '), store }),
    [bar, key, rows, store],
  )
  return <ListContext value={list}>{children}</ListContext>
}

/** True if the list's rows can be ticked. */
export function useHasSelection(): boolean {
  return use(ListContext) !== null
}

/** Returns the surrounding list's ticked rows, and the functions that tick them. */
export function useSelection() {
  const list = use(ListContext)
  if (list === null) throw new Error('No Selection')
  const { bar, key, rowIds, store } = list
  const now = () => (store.read().key === key ? store.read() : nothing)
  const stored = useStore(store)
  const ticks = stored.key === key ? stored : nothing
  const { ids, isAllMatching } = ticks
  const count = rowIds.filter((id) => ids.has(id)).length
  return {
    bar,
    isAllMatching,
    count,
    /** Null if the list has no such row. */
    has: (id: string) => (rowIds.includes(id) ? ids.has(id) : null),
    all: count === rowIds.length,
    some: count > 0 && count < rowIds.length,
    toggleAll: (checked: boolean) =>
      store.write({ ...now(), key, ids: new Set(checked ? rowIds : []), isAllMatching: false }),
    setAllMatching: (isAllMatching: boolean) => store.write({ ...ticks, key, isAllMatching }),
    /** With `isRange`, changes all rows from the last one. */
    toggle(id: string, checked: boolean, isRange = false) {
      const { ids, last } = now()
      const run = isRange && last !== null ? between(rowIds, last, id) : [id]
      const next = new Set(ids)
      for (const one of run) checked ? next.add(one) : next.delete(one)
      store.write({ ...nothing, key, ids: next, last: id })
    },
  }
}

/** Returns the ids between two, both included, in either order. */
function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from = 0, to = 0] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b)
  return from === -1 ? [other] : ids.slice(from, to + 1)
}
