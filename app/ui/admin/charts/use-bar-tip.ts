import { useState } from 'react'
import { useRuns } from '#app/ui/site/use-runs.ts'

/**
 * Shows the figure of the bar under the pointer, or of the one reached by arrow keys. Returns that
 * bar, or null, and props for the focusable frame around the chart. `label` names the frame.
 * Without React in the browser there is nothing to focus.
 */
export function useBarTip(
  count: number,
  label: string,
): {
  shown: number | null
  frame: React.ComponentProps<'div'>
} {
  const [shown, setShown] = useState<number | null>(null)
  const runs = useRuns()
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
    frame: !runs
      ? {}
      : {
          tabIndex: 0,
          role: 'group',
          'aria-label': label,
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
