import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, curveLinear, curveStepAfter, line } from 'd3-shape'
import type { LineFigure } from './figures.ts'

const height = 240

/**
 * A line over time. Horizontal places are percentages and texts are outside the stretched part, so
 * that nothing is squeezed on a phone. The margins are those of the frame around it.
 */
export function LineChart({ figure }: { figure: LineFigure }) {
  const { points, end, ticks } = figure
  const start = new Date(Date.UTC(points[0]?.date.getUTCFullYear() ?? 2018, 0))
  const x = scaleUtc([start, end], [0, 100])
  const y = scaleLinear([0, Math.max(...ticks.map(({ value }) => value))], [height, 0])
  const curve = figure.curve === 'steps' ? curveStepAfter : curveLinear
  const last = points.at(-1)
  const steps = last !== undefined && figure.curve === 'steps'
  const drawn = steps ? [...points, { ...last, date: end }] : points
  const linePath = line<(typeof drawn)[number]>(
    ({ date }) => x(date),
    ({ value }) => y(value),
  ).curve(curve)
  const areaPath = area<(typeof drawn)[number]>()
    .x(({ date }) => x(date))
    .y0(height)
    .y1(({ value }) => y(value))
    .curve(curve)
  return (
    <div className="chart-frame">
      <svg className="chart" width="100%" height={height} aria-hidden="true" focusable="false">
        {ticks.map(({ value, text }) => (
          <g key={text}>
            <line className="stroke-line" x1="0" x2="100%" y1={y(value)} y2={y(value)} />
            <text className="chart-tick" x="-10" y={y(value) + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        <svg
          viewBox={`0 0 100 ${height}`}
          width="100%"
          height={height}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className="fill-accent" fillOpacity="0.16" d={areaPath(drawn) ?? ''} />
          <path
            className="stroke-accent"
            fill="none"
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
            d={linePath(drawn) ?? ''}
          />
        </svg>
        {x.ticks(4).map((year) => (
          <text
            key={year.getTime()}
            className="chart-tick"
            x={`${x(year).toFixed(2)}%`}
            y={height + 22}
            textAnchor="middle"
          >
            {year.getUTCFullYear()}
          </text>
        ))}
        {points.map(({ label, date, value, short }) => (
          <svg
            key={label}
            x={`${x(date).toFixed(2)}%`}
            y={y(value)}
            overflow="visible"
            aria-hidden="true"
          >
            <circle className="fill-page stroke-accent" strokeWidth="3" r="5" />
            <text
              className="chart-value"
              x={x(date) < 10 ? 0 : -8}
              y="-14"
              textAnchor={x(date) < 10 ? 'middle' : 'end'}
            >
              {short}
            </text>
          </svg>
        ))}
      </svg>
    </div>
  )
}
