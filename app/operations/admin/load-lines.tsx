import { cx } from 'class-variance-authority'
import { figure } from '#app/i18n/figure-text.ts'
import type { LoadStep } from '#app/operations/load-chart.server.ts'
import { timeText } from '#app/time/time-text.ts'
import { countAxis } from '#app/ui/admin/charts/count-axis.ts'
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
const cell = 'px-4 py-2 text-start'

/** The p50 and p99 of a time, drawn as lines; `limit` is drawn if the axis reaches it. In ms. */
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
  const { shown, frame } = useBarTip(steps.length)
  const { top, ticks } = countAxis(Math.max(1, ...steps.map(({ p99 }) => p99 ?? 0)))
  const y = (ms: number) => height - (height * ms) / top
  const width = 100 / steps.length
  const at = shown === null ? null : (steps[shown] ?? null)
  return (
    <figure className="min-w-0">
      <figcaption className="font-semibold">{title}</figcaption>
      <div
        className="relative ps-14 pe-1 pt-3"
        {...(runs && {
          tabIndex: 0,
          role: 'group',
          'aria-label': `${title}: arrow keys read out one point at a time`,
          ...frame,
        })}
      >
        <svg
          className="block overflow-visible"
          width="100%"
          height={height + 4}
          aria-hidden="true"
          focusable="false"
        >
          {ticks.map((ms) => (
            <g key={ms}>
              <line className="stroke-line" x1="0" x2="100%" y1={y(ms)} y2={y(ms)} />
              <text
                className="fill-muted text-xs tabular-nums"
                x="-8"
                y={y(ms) + 4}
                textAnchor="end"
              >
                {figure(ms)} ms
              </text>
            </g>
          ))}
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
      <details className="mt-2 text-xs text-muted">
        <summary className="min-h-7 cursor-pointer pointer-coarse:min-h-11">
          Figures as a table
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by the keyboard */}
        <div className="mt-2 max-h-80 overflow-auto rounded-lg border border-line" tabIndex={0}>
          <table className="w-full bg-surface text-sm text-text tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="bg-sunken">
                <th scope="col" className={cell}>
                  Until
                </th>
                <th scope="col" className={cell}>
                  p50
                </th>
                <th scope="col" className={cell}>
                  p99
                </th>
              </tr>
            </thead>
            <tbody>
              {steps.map(({ until, p50, p99 }) => (
                <tr key={until} className="border-t border-line">
                  <th scope="row" className={cell}>
                    {timeText(until, timeZone)}
                  </th>
                  <td className={cell}>{msText(p50)}</td>
                  <td className={cell}>{msText(p99)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

/** A line through the middle of each step, broken where nothing was measured; a dot is a short line. */
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
