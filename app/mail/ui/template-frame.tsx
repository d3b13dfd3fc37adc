import { Link } from 'react-router'
import { Badge } from '#app/ui/admin/badge.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'

type Template = { id: string; name: string; isChanged?: boolean }

/** A page of email templates: `children` is the chosen one, beside the list of all. */
export function TemplateFrame({
  children,
  listLabel,
  templates,
  current,
  hrefOf,
  ...head
}: Pick<React.ComponentProps<typeof PageHead>, 'title' | 'lead' | 'back'> & {
  children: React.ReactNode
  listLabel: string
  templates: Template[]
  /** The chosen one's id. */
  current: string
  hrefOf: (id: string) => string
}) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHead {...head} />
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-5 @[46rem]:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
          <nav className={panel()} aria-label={listLabel}>
            <ul className="-mx-2 grid gap-0.5 @max-[46rem]:grid-cols-[repeat(auto-fill,minmax(min(7rem,100%),1fr))]">
              {templates.map(({ id, name, isChanged }) => (
                <li key={id}>
                  <Link
                    className="flex min-h-9 flex-wrap items-center gap-x-2 rounded-sm px-2 wrap-anywhere hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold pointer-coarse:min-h-11"
                    to={hrefOf(id)}
                    aria-current={id === current ? 'page' : undefined}
                  >
                    {name}
                    {isChanged && <Badge>Changed</Badge>}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="grid grid-cols-1 gap-5">{children}</div>
        </div>
      </div>
    </div>
  )
}
