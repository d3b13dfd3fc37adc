import { cx } from 'class-variance-authority'
import { figure } from '#app/i18n/figure-text.ts'
import type { LoadStep } from '#app/system/load-chart.server.ts'
import { timeText } from '#app/time/time-text.ts'
import { AxisLines } from '#app/ui/admin/charts/axis-lines.tsx'
import { countAxis } from '#app/ui/admin/charts/count-axis.ts'
import { FiguresTable } from '#app/ui/admin/charts/figures-table.tsx'
import { useBarTip } from '#app/ui/admin/charts/use-bar-tip.ts'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'

const height = 120
const series = ['p50', 'p99'] as const
type Series = (typeof series)[number]

const looks: Record<Series, string> = {
  p50: 'stroke-muted',
  p99: 'stroke-accent',
}

/** Draws the p50 and p99 in ms as lines, and `limit` if the axis reaches it. */
export function LoadLines({
  title,
  steps,
  limit,
}: {
  title: string
  steps: LoadStep[]
  limit: number
}) {
  const { timeZone } = useAdmin()
  const runs = useRuns()
  const { shown, frame } = useBarTip(
    steps.length,
    `${title}: arrow keys read out one point at a time`,
  )
  const { top, ticks } = countAxis(Math.max(1, ...steps.map(({ p99 }) => p99 ?? 0)))
  const y = (ms: number) => height - (height * ms) / top
  const width = 100 / steps.length
  const at = shown === null ? null : (steps[shown] ?? null)
  return (
    <figure className="min-w-0">
      <figcaption className="font-semibold">{title}</figcaption>
      <div className="relative ps-14 pe-1 pt-3" {...frame}>
        <svg
          className="block overflow-visible"
          width="100%"
          height={height + 4}
          aria-hidden="true"
          focusable="false"
        >
          <AxisLines ticks={ticks} y={y} text={(ms) => `${figure(ms)} ms`} />
          {limit <= top && (
            <line
              className="stroke-warn"
              strokeDasharray="6 4"
              x1="0"
              x2="100%"
              y1={y(limit)}
              y2={y(limit)}
            />
          )}
          {shown !== null && (
            <rect
              className="fill-sunken"
              x={`${shown * width}%`}
              width={`${width}%`}
              y="0"
              height={height}
            />
          )}
          <svg
            width="100%"
            height={height}
            viewBox={`0 0 100 ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {series.map((name) => (
              <path
                key={name}
                className={cx('fill-none', looks[name])}
                strokeWidth="2"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
                d={linePath(
                  steps.map((step) => step[name] ?? null),
                  width,
                  y,
                )}
              />
            ))}
          </svg>
        </svg>
        <output className="block min-h-5 text-xs text-muted tabular-nums" hidden={!runs}>
          {at === null ? 'Point at the chart to read it.' : readingOf(at, timeZone)}
        </output>
      </div>
      <p className="flex gap-4 ps-14 text-xs text-muted">
        <span className="border-b-2 border-accent">p99</span>
        <span className="border-b-2 border-muted">p50</span>
      </p>
      <FiguresTable
        title={title}
        headings={['Until', 'p50', 'p99']}
        rows={steps.map(({ until, p50, p99 }) => [
          timeText(until, timeZone),
          msText(p50),
          msText(p99),
        ])}
      />
    </figure>
  )
}

/** Returns a path through the middle of each step. Breaks at gaps; a dot is a short line. */
function linePath(values: (number | null)[], width: number, y: (value: number) => number): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const place = `${(width * (index + 0.5)).toFixed(2)} ${y(value).toFixed(1)}`
      const before = values[index - 1]
      return before === null || before === undefined ? `M${place}L${place}` : `L${place}`
    })
    .join('')
}

function readingOf({ until, p50, p99 }: LoadStep, timeZone: string): string {
  return `${timeText(until, timeZone)}: p50 ${msText(p50)}, p99 ${msText(p99)}`
}

function msText(ms: number | null): string {
  if (ms === null) return 'none'
  return `${ms < 10 ? ms.toFixed(1) : figure(Math.round(ms))} ms`
}
