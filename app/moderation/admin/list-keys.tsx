import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Takes J and K past the ends of a list, to its next and previous page. The keys of the back office
 * do the rest. `prepare` is called once someone turns to the list.
 */
export function ListKeys({
  previous,
  next,
  prepare,
  children,
}: {
  /** The addresses of the pages around this one. */
  previous: string | null
  next: string | null
  prepare: () => void
  children: React.ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return
    const rows = rowsOf(list.current)
    const row = target.closest<HTMLElement>('[data-row]')
    const to = { j: row === rows.at(-1) && next, k: row === rows[0] && previous }[
      event.key.toLowerCase()
    ]
    if (row === null || !to) return
    event.preventDefault()
    void navigate(to, { state: { row: to === next ? 'first' : 'last' } })
  })
  const turn = useEffectEvent(prepare)
  useEffect(() => {
    const { current } = list
    const down = (event: KeyboardEvent) => press(event)
    const once = { once: true, passive: true }
    const ready = () => turn()
    current?.addEventListener('keydown', down)
    current?.addEventListener('pointerover', ready, once)
    current?.addEventListener('focusin', ready, once)
    return () => {
      current?.removeEventListener('keydown', down)
      current?.removeEventListener('pointerover', ready)
      current?.removeEventListener('focusin', ready)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location moves the focus once
  useEffect(() => {
    const end: unknown = state?.row
    if (end !== 'first' && end !== 'last') return
    focusRow(rowsOf(list.current).at(end === 'first' ? 0 : -1))
  }, [key])
  return (
    <div ref={list} className="contents">
      {children}
    </div>
  )
}

const rowsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

/** Gives the focus to a row's own link, and brings the row into view. */
export function focusRow(row: HTMLElement | null | undefined): void {
  row?.querySelector<HTMLElement>('a[data-row-link]')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
