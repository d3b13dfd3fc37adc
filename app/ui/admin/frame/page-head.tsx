import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { useSite } from '#app/i18n/site-context.ts'
import { Title } from '#app/ui/admin/panel.tsx'
import { backTo } from './last-place.ts'

/** A back-office page's title, also in the tab, with its actions. */
export function PageHead({
  title,
  tabTitle = title,
  lead,
  back,
  children,
}: {
  title: string
  /** For pages that share a title. Null where a `ListFrame` names the tab. */
  tabTitle?: string | null
  lead?: React.ReactNode
  back?: { href: string; label: string }
  children?: React.ReactNode
}) {
  const { siteName } = useSite()
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {tabTitle !== null && <title>{`${tabTitle} · ${siteName} Admin`}</title>}
      <meta name="robots" content="noindex" />
      <div className="min-w-0">
        {back !== undefined && (
          <Link
            className="inline-flex min-h-7 items-center gap-1.5 text-start font-semibold text-muted wrap-anywhere hover:text-text pointer-coarse:min-h-11"
            {...backTo(back.href)}
          >
            <ArrowLeft className="flex-none" aria-hidden="true" size={16} />
            {back.label}
          </Link>
        )}
        <Title>{title}</Title>
        {lead !== undefined && <p className="mt-1 max-w-2xl text-pretty text-muted">{lead}</p>}
      </div>
      {children !== undefined && (
        <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
      )}
    </header>
  )
}
