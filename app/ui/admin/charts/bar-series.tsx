import { cx } from 'class-variance-authority'
import { useLayoutEffect, useRef } from 'react'
import { figure, shortFigure } from '#app/i18n/figure-text.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { countAxis } from './count-axis.ts'
import { linePath } from './line-path.ts'
import { useBarTip } from './use-bar-tip.ts'

/** A bar of a series: `label` names it in full, `tick` where it is named on the axis. */
export type SeriesBar = {
  label: string
  tick: string | null
  value: number
  /** The value of the same part of the period before; null or left out where none is shown. */
  before?: number | null
}

const height = 200

const tableCell = 'px-4 py-2.5 text-start'
const tickText = 'fill-muted text-xs tabular-nums'

/**
 * Bars over time, with a dashed line for the period before if each bar knows it. Places across are
 * percentages, so that it fits every width; each bar says its figure on hovering and by the arrow
 * keys, and the table below says all of them.
 */
export function BarSeries({
  title,
  unit,
  bars,
}: {
  title: string
  /** What is counted: the heading of the table's second column. */
  unit: string
  bars: SeriesBar[]
}) {
  const earlier = bars.flatMap(({ before }) => before ?? [])
  const compares = bars.length > 0 && earlier.length === bars.length
  const most = Math.max(1, ...earlier, ...bars.map(({ value }) => value))
  const { top, ticks } = countAxis(most)
  const y = (value: number) => height - (height * value) / top
  const gap = bars.length > 60 ? 0.1 : 0.25
  const step = 100 / Math.max(1, bars.length - gap)
  const named = bars.filter(({ tick }) => tick !== null)
  // One bar over the whole width would look like a surface.
  const width = Math.min(step * (1 - gap), 12)
  const runs = useRuns()
  const { shown, frame } = useBarTip(bars.length)
  const tipped = shown === null ? undefined : bars[shown]
  return (
    <figure className="@container min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="display text-lg leading-tight">{title}</span>
        {compares && (
          <span className="inline-flex items-center gap-2 text-xs text-muted">
            <svg width="24" height="2" aria-hidden="true" focusable="false">
              <line
                className="stroke-text"
                x2="24"
                y1="1"
                y2="1"
                strokeWidth="2"
                strokeDasharray="5 4"
              />
            </svg>
            Previous period
          </span>
        )}
      </figcaption>
      <div
        className="relative ps-11 pe-1 pt-4 focus-visible:-outline-offset-2"
        {...(runs && {
          tabIndex: 0,
          role: 'group',
          'aria-label': `${title}: arrow keys read out one bar at a time`,
          ...frame,
        })}
      >
        <svg
          className="block overflow-visible"
          width="100%"
          height={height + 26}
          aria-hidden="true"
          focusable="false"
        >
          {ticks.map((value) => (
            <g key={value}>
              <line className="stroke-line" x1="0" x2="100%" y1={y(value)} y2={y(value)} />
              <text className={tickText} x="-8" y={y(value) + 4} textAnchor="end">
                {shortFigure(value)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const { label, tick, value } = bar
            const left = step * index
            return (
              <g key={label} className="group">
                {!runs && <title>{figureOf(bar)}</title>}
                <rect
                  className={cx(
                    'group-hover:fill-sunken',
                    index === shown ? 'fill-sunken' : 'fill-transparent',
                  )}
                  x={percent(left)}
                  y="0"
                  width={percent(step)}
                  height={height}
                />
                <rect
                  className="fill-accent"
                  x={percent(left)}
                  y={y(value)}
                  width={percent(width)}
                  height={height - y(value)}
                />
                {tick !== null && (
                  <text
                    // Every second name would touch the next one on a phone.
                    className={cx(tickText, named.indexOf(bar) % 2 === 1 && '@max-md:hidden')}
                    x={percent(left)}
                    y={height + 18}
                  >
                    {tick}
                  </text>
                )}
              </g>
            )
          })}
          {compares && bars.length > 1 && (
            <svg
              width="100%"
              height={height}
              viewBox={`0 0 100 ${height}`}
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              <path
                className="pointer-events-none fill-none stroke-text"
                strokeWidth="1.5"
                strokeDasharray="5 4"
                vectorEffect="non-scaling-stroke"
                d={linePath(earlier, {
                  start: width / 2,
                  width: step * (bars.length - 1) + width / 2,
                  height,
                  top,
                })}
              />
            </svg>
          )}
        </svg>
        {runs && (
          <Tip at={shown === null ? 0 : step * shown + width / 2}>{tipped && figureOf(tipped)}</Tip>
        )}
      </div>
      <details className="mt-2 text-xs text-muted">
        <summary className="min-h-7 cursor-pointer pointer-coarse:min-h-11">
          Figures as a table
        </summary>
        <div className="mt-3 max-h-80 overflow-auto rounded-lg border border-line text-text">
          <table className="w-full bg-surface text-sm tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="bg-sunken">
                <th scope="col" className={tableCell}>
                  Time
                </th>
                <th scope="col" className={tableCell}>
                  {unit}
                </th>
                {compares && (
                  <th scope="col" className={tableCell}>
                    Previous period
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {bars.map(({ label, value, before }) => (
                <tr key={label} className="border-t border-line">
                  <th scope="row" className={tableCell}>
                    {label}
                  </th>
                  <td className={tableCell}>{figure(value)}</td>
                  {compares && <td className={tableCell}>{figure(before ?? 0)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

/** The figure of the bar in the middle of `at` percent of the chart; empty for none. */
function Tip({ at, children }: { at: number; children: string | undefined }) {
  const tip = useRef<HTMLOutputElement>(null)
  useLayoutEffect(() => {
    const { current } = tip
    const frame = current?.parentElement
    const chart = frame?.querySelector('svg')
    if (!current || !frame || !chart || children === undefined) return
    const [area, drawn] = [frame.getBoundingClientRect(), chart.getBoundingClientRect()]
    const middle = drawn.left - area.left + (drawn.width * at) / 100
    const most = area.width - current.offsetWidth
    // Within the frame, on its narrowest phone too.
    current.style.left = `${Math.min(Math.max(middle - current.offsetWidth / 2, 0), most)}px`
  }, [at, children])
  return (
    <output
      ref={tip}
      className="pointer-events-none absolute top-0 rounded-sm bg-text px-2 py-1 text-xs whitespace-nowrap text-surface tabular-nums"
      hidden={children === undefined}
    >
      {children}
    </output>
  )
}

function figureOf({ label, value, before = null }: SeriesBar): string {
  const earlier = before === null ? '' : ` (previous period: ${figure(before)})`
  return `${label}: ${figure(value)}${earlier}`
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`
}
