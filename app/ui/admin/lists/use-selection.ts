import { startTransition, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useStayForm } from '#app/ui/admin/forms/stay-form.tsx'
import { scrollKeyOf } from '#app/ui/admin/frame/last-place.ts'

type Selection = { key: string; ids: ReadonlySet<string>; last: string | null }

const nothing: Pick<Selection, 'ids' | 'last'> = { ids: new Set(), last: null }

/** The name of a bar's `StayForm`. Its answer, if any, has the ids of the rows that were `refused`. */
export const bulkForm = (id: string) => `bulk ${id}`

const tickPage = 'tick-page'

/** Ticks all rows that are shown of the bar of this id. */
export function tickAll(bar: string): void {
  window.dispatchEvent(new CustomEvent(tickPage, { detail: bar }))
}

/**
 * The ticked rows of a table or cards, gone with the next location. With Shift everything between the last
 * ticked row and the next follows it. `list` is read once, for boxes ticked before the page ran. After
 * an action of the bar of the id `bar` those rows stay ticked that it refused.
 */
export function useSelection(
  rowIds: string[],
  list: React.RefObject<HTMLElement | null>,
  bar = '',
) {
  const key = scrollKeyOf(useLocation())
  const [kept, setKept] = useState<Selection>({ key, ...nothing })
  const { ids, last } = kept.key === key ? kept : nothing
  const shift = useRef(false)
  // From what is ticked by then, since boxes ticked before the page ran are taken over later.
  const select = (next: (now: Iterable<string>) => string[], nextLast = last) =>
    setKept((now) => ({ key, ids: new Set(next(now.key === key ? now.ids : [])), last: nextLast }))

  const firstKey = useRef(key)
  useEffect(() => {
    const boxes = list.current?.querySelectorAll<HTMLInputElement>('[name=id]:checked') ?? []
    const ticked = new Set([...boxes].map(({ value }) => value))
    // At once it would take away what React hasn't taken over yet, until its code is loaded.
    startTransition(() => {
      if (ticked.size === 0) return
      // One may have been ticked meanwhile, from which a run with Shift goes on.
      setKept(({ last: known }) => ({ key: firstKey.current, ids: ticked, last: known }))
    })
  }, [list])

  const { state, data } = useStayForm<{ refused: string[] } | null>(bulkForm(bar))
  const sent = useRef(false)
  useEffect(() => {
    if (state === 'idle' && sent.current && data !== undefined) {
      setKept({ key, ids: new Set(data?.refused), last: null })
    }
    sent.current = state !== 'idle'
  }, [state, data, key])

  useEffect(() => {
    const tick = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === bar) select(() => rowIds)
    }
    window.addEventListener(tickPage, tick)
    return () => window.removeEventListener(tickPage, tick)
  })

  const selected = rowIds.filter((id) => ids.has(id))
  return {
    has: (id: string) => ids.has(id),
    all: selected.length === rowIds.length && rowIds.length > 0,
    some: selected.length > 0 && selected.length < rowIds.length,
    toggleAll: (checked: boolean) => select(() => (checked ? rowIds : [])),
    /** For the box's `onClick`, which comes before `onChange` and knows the keys held down. */
    noteKeys(event: React.MouseEvent) {
      shift.current = event.shiftKey
    },
    toggle(id: string, checked: boolean) {
      const run = shift.current && last !== null ? between(rowIds, last, id) : [id]
      const others = (now: Iterable<string>) => [...now].filter((other) => !run.includes(other))
      select((now) => (checked ? [...now, ...run] : others(now)), id)
    },
  }
}

/** The ids from one to another, both included, whichever comes first. */
function between(ids: string[], one: string, other: string): string[] {
  const [from = 0, to = 0] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b)
  return from === -1 ? [other] : ids.slice(from, to + 1)
}
