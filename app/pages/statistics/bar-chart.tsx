import { scaleLinear } from 'd3-scale'
import type { BarFigure } from './figures.ts'

const rowHeight = 58
const barTop = 24
const barHeight = 26
const cut = 9

/**
 * Lengths are percentages of the available width, so that texts keep their size on a phone. The
 * longest bar leaves room for its number.
 */
export function BarChart({ figure }: { figure: BarFigure }) {
  const longest = Math.max(...figure.bars.map(({ value }) => value))
  const width = scaleLinear([0, longest], [0, 72])
  return (
    <svg
      className="chart"
      width="100%"
      height={figure.bars.length * rowHeight - 8}
      aria-hidden="true"
      focusable="false"
    >
      {figure.bars.map(({ label, value, text, highlight }, index) => {
        const end = `${width(value).toFixed(2)}%`
        const y = index * rowHeight
        const fill = highlight === true ? 'fill-mint' : 'fill-accent'
        return (
          <g key={label}>
            <text className="chart-label" x="0" y={y + 15}>
              {label}
            </text>
            <rect className={fill} x="0" y={y + barTop} width={end} height={barHeight} rx="3" />
            <svg x={end} y={y + barTop} overflow="visible" aria-hidden="true">
              <path className={fill} d={`M-4 0H3L${3 + cut} ${cut}V${barHeight - 3}q0 3-3 3H-4Z`} />
              <text className="chart-value" x={3 + cut + 9} y={barHeight - 7}>
                {text}
              </text>
            </svg>
          </g>
        )
      })}
    </svg>
  )
}
