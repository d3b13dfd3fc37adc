import { cva } from 'class-variance-authority'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { Link } from 'react-router'
import type { Change } from '#app/i18n/figure-text.ts'
import { Sparkline } from './sparkline.tsx'

/** The figures at the top of a page, each a `StatCard`. */
export function StatCards({ children }: { children: React.ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(10.5rem,45%),1fr))] gap-3">
      {children}
    </dl>
  )
}

/** A figure with its name; with `href` the whole card leads to what it counts. */
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
  value: string
  /** What the figure means. */
  note?: React.ReactNode
  href?: string
  /** How it has changed; `welcome` is the direction that is good news, if one is. */
  change?: Change
  welcome?: 'up' | 'down'
  /** How it went over time. */
  series?: number[]
  /** For a card that chooses what the page shows more of: whether it is the one chosen. */
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
      {series !== undefined && series.length > 1 && (
        <dd className="mt-1.5">
          <Sparkline values={series} />
        </dd>
      )}
    </div>
  )
}

const changeLook = cva('inline-flex items-center gap-1 text-xs', {
  variants: {
    tone: { good: 'font-semibold text-good', bad: 'font-semibold text-bad', plain: 'text-muted' },
  },
})

/** A change with an arrow, a word and its color. */
function ChangeText({
  change: { direction, text },
  welcome,
}: {
  change: Change
  welcome: 'up' | 'down' | undefined
}) {
  const Arrow = direction === 'up' ? ArrowUp : direction === 'down' ? ArrowDown : ArrowRight
  const moved = direction === 'up' || direction === 'down'
  const tone = !moved || welcome === undefined ? 'plain' : direction === welcome ? 'good' : 'bad'
  return (
    <span className={changeLook({ tone })}>
      {direction !== null && <Arrow aria-hidden="true" size={14} />}
      {text}
    </span>
  )
}
