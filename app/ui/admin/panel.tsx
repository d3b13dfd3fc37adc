import { cva } from 'class-variance-authority'

/** A box for one topic. Forms use the look alone; `Panel` is a section with a heading. */
export const panel = cva(
  'grid grid-cols-1 gap-4 rounded-lg border bg-surface p-[min(1rem,5vw)] sm:p-6',
  {
    variants: { tone: { plain: 'border-line', danger: 'border-bad' } },
    defaultVariants: { tone: 'plain' },
  },
)

export function Panel({
  titleId,
  title,
  lead,
  className,
  children,
  ...section
}: Omit<React.ComponentProps<'section'>, 'title'> & {
  titleId: string
  title: React.ReactNode
  lead?: React.ReactNode
}) {
  return (
    <section className={panel({ className })} aria-labelledby={titleId} {...section}>
      <div>
        <Subtitle id={titleId}>{title}</Subtitle>
        {lead !== undefined && <p className="max-w-2xl text-pretty text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

export function Title({ children }: { children: React.ReactNode }) {
  return (
    <h1 className="display text-2xl leading-tight wrap-anywhere outline-none" tabIndex={-1}>
      {children}
    </h1>
  )
}

export function Subtitle({ className = '', children, ...heading }: React.ComponentProps<'h2'>) {
  return (
    <h2 className={`display text-lg leading-tight ${className}`} {...heading}>
      {children}
    </h2>
  )
}

/** Two columns of panels where they fit: actions on the left, information on the right. */
export function Columns({ children }: { children: React.ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-5 @[60rem]:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        {children}
      </div>
    </div>
  )
}
