import { cva } from 'class-variance-authority'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

const steps = [
  { name: 'first', label: 'First', Before: ChevronFirst },
  { name: 'previous', label: 'Previous', Before: ChevronLeft },
  { name: 'next', label: 'Next', After: ChevronRight },
  { name: 'last', label: 'Last', After: ChevronLast },
] as const

const pagerStep = cva(
  'inline-flex min-h-10 items-center gap-1.5 rounded-lg border border-line px-3 font-semibold pointer-coarse:min-h-11',
  {
    variants: {
      leads: { true: 'bg-surface text-text hover:border-text', false: 'opacity-60' },
    },
  },
)

/** Where the pages of a list are; null where there is none in that direction. */
export type PageLinks = Partial<Record<(typeof steps)[number]['name'], string | null>>

/** The way through a list's pages. `links` names the steps that the list knows. */
export function Pager({ links, children }: { links: PageLinks; children?: React.ReactNode }) {
  const known = steps.filter(({ name }) => links[name] !== undefined)
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 text-muted tabular-nums print:hidden"
      aria-label="Pages"
    >
      <p>{children}</p>
      {known.some(({ name }) => links[name] !== null) && (
        <div className="flex flex-wrap gap-1.5">
          {known.map((step) => {
            const href = links[step.name]
            const content = (
              <>
                {'Before' in step && <step.Before aria-hidden="true" size={17} />}
                {step.label}
                {'After' in step && <step.After aria-hidden="true" size={17} />}
              </>
            )
            return href ? (
              <Link
                key={step.name}
                className={pagerStep({ leads: true })}
                to={href}
                rel={step.name === 'next' ? 'next' : step.name === 'previous' ? 'prev' : undefined}
              >
                {content}
              </Link>
            ) : (
              <span key={step.name} className={pagerStep({ leads: false })} aria-disabled="true">
                {content}
              </span>
            )
          })}
        </div>
      )}
    </nav>
  )
}
