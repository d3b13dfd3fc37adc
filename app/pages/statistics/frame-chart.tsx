import { scaleLinear } from 'd3-scale'
import type { FrameFigure } from './figures.ts'

const viewWidth = 340
const viewHeight = 404
const textAt = 244

/** Frames laid over each other from one corner, each with its own corner cut off, to scale. */
export function FrameChart({ figure }: { figure: FrameFigure }) {
  const largestFirst = [...figure.frames].sort((a, b) => b.width - a.width)
  const scale = scaleLinear([0, largestFirst[0]?.height ?? 1], [0, viewHeight - 4])
  const bottom = viewHeight - 2
  return (
    <svg
      className="chart chart-frames"
      viewBox={`0 0 ${viewWidth} ${viewHeight}`}
      width={viewWidth}
      height={viewHeight}
      aria-hidden="true"
      focusable="false"
    >
      {largestFirst.map(({ label, width, height, text }, index) => {
        const right = scale(width)
        const top = bottom - scale(height)
        const cut = right / 7
        return (
          <g key={label}>
            <path
              className={index === 0 ? 'fill-accent' : 'fill-page stroke-accent'}
              strokeWidth="3"
              strokeLinejoin="round"
              d={`M2 ${bottom}V${top}H${right - cut}l${cut} ${cut}V${bottom}Z`}
            />
            <path className="chart-leader" d={`M${right - cut} ${top}H${viewWidth}`} />
            <text className="chart-value" x={textAt} y={top + 24}>
              {label}
            </text>
            <text className="chart-tick" x={textAt} y={top + 44}>
              {text}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
