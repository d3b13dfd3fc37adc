import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useKeys } from '#app/ui/admin/keys.ts'
import { focusedRow, focusRow, rowsIn } from '#app/ui/admin/rows.ts'

/**
 * Lets J and K go on to a list's next and previous page; within the page, the back office's own
 * keys do. `prepare` is called while the pointer or the focus is on the list.
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
  const turn = (to: string | null, from: 0 | -1, row: 'first' | 'last') => {
    const here = focusedRow()
    if (to === null || here === null || here !== rowsIn(list.current).at(from)) return false
    void navigate(to, { state: { row } })
    return true
  }
  useKeys({ j: () => turn(next, -1, 'first'), k: () => turn(previous, 0, 'last') }, true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location moves the focus once
  useEffect(() => {
    const end: unknown = state?.row
    if (end !== 'first' && end !== 'last') return
    focusRow(rowsIn(list.current).at(end === 'first' ? 0 : -1))
  }, [key])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only loads what its rows open
    <div ref={list} className="contents" onPointerOver={prepare} onFocus={prepare}>
      {children}
    </div>
  )
}
