import { cx } from 'class-variance-authority'
import { useLayoutEffect, useRef } from 'react'
import { figure, shortFigure } from '#app/i18n/figure-text.ts'
import { useRuns } from '#app/ui/site/use-runs.ts'
import { AxisLines } from './axis-lines.tsx'
import { countAxis } from './count-axis.ts'
import { FiguresTable } from './figures-table.tsx'
import { linePath } from './line-path.ts'
import { useBarTip } from './use-bar-tip.ts'

/** A bar of a series: `label` is its full name, `tick` the one on the axis. */
export type SeriesBar = {
  label: string
  tick: string | null
  value: number
  /** Value of the same part of the previous period. Null or left out where none is shown. */
  before?: number | null
  /** Full name of the bar that `before` belongs to. */
  beforeLabel?: string
  isRunning?: boolean
}

const height = 200

const tickText = 'fill-muted text-xs tabular-nums'

/**
 * Bars over time, with a dashed line for the previous period if each bar has it. Horizontal
 * positions are percentages, to fit every width. Hovering and the arrow keys show a bar's figure;
 * the table below has all of them.
 */
export function BarSeries({
  title,
  unit,
  bars,
}: {
  title: string
  /** Heading of the table's second column. */
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
  // A single bar across the whole width would look like a surface.
  const width = Math.min(step * (1 - gap), 12)
  const runs = useRuns()
  const { shown, frame } = useBarTip(bars.length, `${title}: arrow keys read out one bar at a time`)
  const tipped = shown === null ? undefined : bars[shown]
  return (
    <figure className="@container min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="display text-lg leading-tight">{title}</span>
        {compares && <PreviousLegend />}
      </figcaption>
      <div className="relative ps-11 pe-1 pt-4 focus-visible:-outline-offset-2" {...frame}>
        <svg
          className="block overflow-visible"
          width="100%"
          height={height + 26}
          aria-hidden="true"
          focusable="false"
        >
          <AxisLines ticks={ticks} y={y} text={shortFigure} />
          {bars.map((bar, index) => (
            <Bar
              key={bar.label}
              bar={bar}
              left={step * index}
              room={step}
              width={width}
              top={y(bar.value)}
              isShown={index === shown}
              // On a phone every second name would touch the next.
              isNamedOnPhones={named.indexOf(bar) % 2 === 0}
            />
          ))}
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
      <FiguresTable
        title={title}
        headings={['Time', unit, ...(compares ? ['Previous period'] : [])]}
        rows={bars.map(({ label, value, before }) => [
          label,
          figure(value),
          ...(compares ? [figure(before ?? 0)] : []),
        ])}
      />
    </figure>
  )
}

function PreviousLegend() {
  return (
    <span className="inline-flex items-center gap-2 text-xs text-muted">
      <svg width="24" height="2" aria-hidden="true" focusable="false">
        <line className="stroke-text" x2="24" y1="1" y2="1" strokeWidth="2" strokeDasharray="5 4" />
      </svg>
      Previous period
    </span>
  )
}

/** A bar with the name below it, `room` wide with the gap to the next one. */
function Bar({
  bar,
  left,
  room,
  width,
  top,
  isShown,
  isNamedOnPhones,
}: {
  bar: SeriesBar
  left: number
  room: number
  width: number
  top: number
  isShown: boolean
  isNamedOnPhones: boolean
}) {
  const runs = useRuns()
  const x = percent(left)
  return (
    <g className="group">
      {!runs && <title>{figureOf(bar)}</title>}
      <rect
        className={cx('group-hover:fill-sunken', isShown ? 'fill-sunken' : 'fill-transparent')}
        x={x}
        y="0"
        width={percent(room)}
        height={height}
      />
      <rect
        className={bar.isRunning ? 'fill-accent opacity-40' : 'fill-accent'}
        x={x}
        y={top}
        width={percent(width)}
        height={height - top}
      />
      {bar.tick !== null && (
        <text className={cx(tickText, !isNamedOnPhones && '@max-md:hidden')} x={x} y={height + 18}>
          {bar.tick}
        </text>
      )}
    </g>
  )
}

/** The figure of the bar centered at `at` percent of the chart; renders nothing without one. */
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
    // Keeps it within the frame on the narrowest phone.
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

function figureOf({
  label,
  value,
  before = null,
  beforeLabel = 'previous period',
  isRunning,
}: SeriesBar): string {
  const earlier = before === null ? '' : ` (${beforeLabel}: ${figure(before)})`
  return `${label}: ${figure(value)}${isRunning ? ' so far' : ''}${earlier}`
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`
}
