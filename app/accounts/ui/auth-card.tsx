import { useSite } from '#app/i18n/site-context.ts'
import { Title } from '#app/ui/admin/panel.tsx'

/** One narrow card, for the pages in front of the back office. */
export function AuthCard({
  title,
  lead,
  refused = false,
  wide = false,
  children,
}: {
  title: string
  lead?: React.ReactNode
  /** True if the page's form was refused, which the tab's title says. */
  refused?: boolean
  wide?: boolean
  children: React.ReactNode
}) {
  const { siteName } = useSite()
  return (
    <div
      className={`mx-auto w-full rounded-card border border-line bg-surface p-5 sm:p-7 ${wide ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <title>{`${refused ? 'Error: ' : ''}${title} · ${siteName} Admin`}</title>
      <Title>{title}</Title>
      {lead !== undefined && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-5 grid gap-4">{children}</div>
    </div>
  )
}
