import { scaleLinear } from 'd3-scale'
import type { FrameFigure } from './figures.ts'

const viewWidth = 320
const viewHeight = 400

/** Frames laid over each other from one corner, each with its own corner cut off, to scale. */
export function FrameChart({ figure }: { figure: FrameFigure }) {
  const largestFirst = figure.frames.toSorted((a, b) => b.width - a.width)
  const scale = scaleLinear([0, largestFirst[0]?.height ?? 1], [0, viewHeight - 4])
  return (
    <svg
      className="chart chart-frames"
      viewBox={`0 0 ${viewWidth} ${viewHeight}`}
      width={viewWidth}
      height={viewHeight}
      aria-hidden="true"
      focusable="false"
    >
      {largestFirst.map(({ label, width, height }, index) => {
        const right = scale(width)
        const top = viewHeight - 2 - scale(height)
        const cut = right / 7
        const path = `M2 ${viewHeight - 2}V${top}H${right - cut}l${cut} ${cut}V${viewHeight - 2}Z`
        return (
          <g key={label}>
            <path
              className={index === 0 ? 'fill-accent stroke-page' : 'fill-surface stroke-accent'}
              strokeWidth="3"
              strokeLinejoin="round"
              d={path}
            />
            <text className="chart-value" x="12" y={top + 26} fill="currentColor">
              {label}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
