import { cva } from 'class-variance-authority'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { Link } from 'react-router'
import { type Change, figure } from '#app/i18n/figure-text.ts'
import { linePath } from './line-path.ts'

export function StatCards({ children }: { children: React.ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(10.5rem,max(45%,8.5rem),100%),1fr))] gap-3">
      {children}
    </dl>
  )
}

/** A figure with its name; with `href` the whole card is a link. */
export function StatCard({
  label,
  value,
  note,
  href,
  change,
  welcome,
  series,
  current,
}: {
  label: string
  value: React.ReactNode
  note?: React.ReactNode
  href?: string
  /** Change since before; `welcome` is the direction that is good news, if any. */
  change?: Change
  welcome?: 'up' | 'down'
  /** Its values over time, each a `unit`. */
  series?: { values: number[]; unit: string }
  /** True for the selected card, where cards choose what the page details. */
  current?: boolean
}) {
  return (
    <div
      data-current={current || undefined}
      className="relative grid grid-cols-1 content-start gap-0.5 rounded-lg border border-line bg-surface px-4 py-3.5 has-[a:hover]:border-text data-current:border-text data-current:shadow-raised"
    >
      <dt className="font-semibold text-muted">
        {href === undefined ? (
          label
        ) : (
          <Link
            className="after:absolute after:inset-0 after:rounded-lg"
            to={href}
            preventScrollReset={current !== undefined}
            aria-current={current ? 'true' : undefined}
            title={series && seriesText(series)}
          >
            {label}
          </Link>
        )}
      </dt>
      <dd className="display text-2xl leading-tight tabular-nums">{value}</dd>
      {change !== undefined && (
        <dd>
          <ChangeText change={change} welcome={welcome} />
        </dd>
      )}
      {note !== undefined && <dd className="text-muted text-xs">{note}</dd>}
      {series !== undefined && series.values.length > 1 && (
        <dd className="mt-1.5">
          <Sparkline values={series.values} />
          <span className="text-muted text-xs">{seriesText(series)}</span>
        </dd>
      )}
    </div>
  )
}

/** Returns the text for the line, which has no axis: `Downloads a day: 0 to 14`. */
function seriesText({ values, unit }: { values: number[]; unit: string }): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(figure)
  return least === most ? `${unit}: ${least}` : `${unit}: ${least} to ${most}`
}

const changeLook = cva('inline-flex items-center gap-1 text-xs', {
  variants: {
    tone: { good: 'font-semibold text-good', bad: 'font-semibold text-bad', plain: 'text-muted' },
  },
})

const arrows = { up: ArrowUp, down: ArrowDown, same: ArrowRight }

function ChangeText({
  change: { direction, text },
  welcome,
}: {
  change: Change
  welcome: 'up' | 'down' | undefined
}) {
  const Arrow = arrows[direction ?? 'same']
  const moved = direction === 'up' || direction === 'down'
  const verdict = direction === welcome ? 'good' : 'bad'
  const tone = !moved || welcome === undefined ? 'plain' : verdict
  return (
    <span className={changeLook({ tone })}>
      {direction !== null && <Arrow aria-hidden="true" size={14} />}
      {text}
    </span>
  )
}

const lineHeight = 28

/** A line without axes; the chart that its card links to has the figures. */
function Sparkline({ values }: { values: number[] }) {
  const { length } = values
  const top = Math.max(1, ...values)
  const line = linePath(values, { width: length - 1, height: lineHeight, top, inset: 1 })
  return (
    <svg
      className="block"
      width="100%"
      height={lineHeight}
      viewBox={`0 0 ${length - 1} ${lineHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className="fill-sunken" d={`${line}V${lineHeight}H0Z`} />
      <path
        className="fill-none stroke-accent"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        d={line}
      />
    </svg>
  )
}
