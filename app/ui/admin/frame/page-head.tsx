import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { useSite } from '#app/i18n/site-context.ts'

/** The title of a page of the back office, in the tab too, with what can be done on it. */
export function PageHead({
  title,
  tabTitle = title,
  lead,
  back,
  children,
}: {
  title: string
  /** For pages that share a title. */
  tabTitle?: string
  lead?: React.ReactNode
  /** Where the page was opened from. */
  back?: { href: string; label: string }
  /** Links and buttons beside the title. */
  children?: React.ReactNode
}) {
  const { siteName } = useSite()
  return (
    <header className="admin-head">
      <title>{`${tabTitle} · ${siteName} Admin`}</title>
      <meta name="robots" content="noindex" />
      <div>
        {back !== undefined && (
          <Link className="admin-back" to={back.href}>
            <ArrowLeft aria-hidden="true" size={16} />
            {back.label}
          </Link>
        )}
        <h1 className="admin-title">{title}</h1>
        {lead !== undefined && <p className="admin-lead mt-1">{lead}</p>}
      </div>
      {children !== undefined && <div className="actions">{children}</div>}
    </header>
  )
}
