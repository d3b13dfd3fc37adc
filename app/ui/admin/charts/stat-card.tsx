import { Link } from 'react-router'

/** A figure with its name; with `href` the whole card leads to what it counts. Use inside a `<dl className="stat-cards">`. */
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
    <div className="stat-card">
      <dt>{href === undefined ? label : <Link to={href}>{label}</Link>}</dt>
      <dd className="stat-number">{value}</dd>
      {note !== undefined && <dd className="stat-note">{note}</dd>}
    </div>
  )
}
