import { cva } from 'class-variance-authority'

/** A box of one matter. `Panel` is a section of it with its heading; forms take the look alone. */
export const panel = cva('grid grid-cols-1 gap-4 rounded-lg border bg-surface p-4 sm:p-6', {
  variants: { tone: { plain: 'border-line', danger: 'border-bad' } },
  defaultVariants: { tone: 'plain' },
})

/** A panel with its heading, which has the id `titleId`. */
export function Panel({
  titleId,
  title,
  className,
  children,
  ...section
}: Omit<React.ComponentProps<'section'>, 'title'> & { titleId: string; title: React.ReactNode }) {
  return (
    <section className={panel({ className })} aria-labelledby={titleId} {...section}>
      <Subtitle id={titleId}>{title}</Subtitle>
      {children}
    </section>
  )
}

/** The heading of a page. */
export function Title({ children }: { children: React.ReactNode }) {
  return <h1 className="display text-2xl leading-tight wrap-anywhere">{children}</h1>
}

/** The heading of a part of a page. */
export function Subtitle({ className = '', children, ...heading }: React.ComponentProps<'h2'>) {
  return (
    <h2 className={`display text-lg leading-tight ${className}`} {...heading}>
      {children}
    </h2>
  )
}

/** Two columns of panels where there is room: what is done on the left, what is known on the right. */
export function Columns({ children }: { children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      {children}
    </div>
  )
}
