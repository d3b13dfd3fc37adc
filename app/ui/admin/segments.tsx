import type { LucideIcon } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'

/**
 * Links to views of the same page; `current` is the shown one's value. On a phone icons have no
 * label.
 */
export function Segments({
  label,
  current,
  options,
}: {
  label: string
  current: string
  options: { value: string; label: string; to: LinkProps['to']; Icon?: LucideIcon }[]
}) {
  return (
    <nav
      className="inline-flex flex-wrap justify-self-start rounded-lg border border-line bg-surface p-0.5"
      aria-label={label}
    >
      {options.map(({ value, label, to, Icon }) => (
        <Link
          key={value}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 font-semibold text-muted hover:text-text aria-[current]:bg-sunken aria-[current]:text-text forced-colors:aria-[current]:underline pointer-coarse:min-h-11 sm:px-3"
          to={to}
          preventScrollReset
          aria-current={value === current ? 'true' : undefined}
        >
          {Icon !== undefined && <Icon aria-hidden="true" size={17} />}
          {Icon === undefined ? label : <span className="max-sm:sr-only">{label}</span>}
        </Link>
      ))}
    </nav>
  )
}
