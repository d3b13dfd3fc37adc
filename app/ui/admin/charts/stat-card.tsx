import { Link } from 'react-router'

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
}: {
  label: string
  value: string
  /** What the figure means or how it has changed. */
  note?: React.ReactNode
  href?: string
}) {
  return (
    <div className="relative grid content-start gap-0.5 rounded-lg border border-line bg-surface px-4 py-3.5 has-[a:hover]:border-text">
      <dt className="font-semibold text-muted">
        {href === undefined ? (
          label
        ) : (
          <Link className="after:absolute after:inset-0 after:rounded-lg" to={href}>
            {label}
          </Link>
        )}
      </dt>
      <dd className="display text-2xl leading-tight tabular-nums">{value}</dd>
      {note !== undefined && <dd className="text-muted text-xs">{note}</dd>}
    </div>
  )
}
