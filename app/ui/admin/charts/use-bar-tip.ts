import { useState } from 'react'

/**
 * Says the figure of the bar under the pointer at once, and of each bar by the arrow keys. Returns
 * the bar that is shown, null for none, and the props of the focusable frame around the chart.
 */
export function useBarTip(count: number): {
  shown: number | null
  frame: Pick<
    React.ComponentProps<'div'>,
    'onPointerMove' | 'onPointerDown' | 'onPointerLeave' | 'onBlur' | 'onFocus' | 'onKeyDown'
  >
} {
  const [shown, setShown] = useState<number | null>(null)
  const last = count - 1
  const point = ({ currentTarget, clientX }: React.PointerEvent) => {
    const chart = currentTarget.querySelector('svg')?.getBoundingClientRect()
    if (chart === undefined || count === 0) return
    const index = Math.floor(((clientX - chart.left) / chart.width) * count)
    setShown(Math.min(Math.max(index, 0), last))
  }
  const hide = () => setShown(null)
  return {
    shown: shown === null || shown > last ? null : shown,
    frame: {
      onPointerMove: point,
      onPointerDown: point,
      onPointerLeave: hide,
      onBlur: hide,
      onFocus({ currentTarget }) {
        if (currentTarget.matches(':focus-visible')) setShown((before) => before ?? last)
      },
      onKeyDown(event) {
        const to: Partial<Record<string, number>> = {
          ArrowLeft: Math.max((shown ?? 1) - 1, 0),
          ArrowRight: Math.min((shown ?? -1) + 1, last),
          Home: 0,
          End: last,
        }
        const index = to[event.key]
        if (event.key === 'Escape') hide()
        if (index === undefined) return
        event.preventDefault()
        setShown(index)
      },
    },
  }
}
