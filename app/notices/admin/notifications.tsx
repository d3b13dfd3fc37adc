import { CircleAlert, Info } from 'lucide-react'
import { href, Link } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { Subtitle } from '#app/ui/admin/panel.tsx'

export default function Notifications() {
  const { waiting } = useAdmin()
  return (
    <>
      <PageHead
        title="Notifications"
        lead="What needs your attention. Each disappears once it’s dealt with."
      />
      {waiting.length === 0 ? (
        <EmptyState title="You’re all caught up" text="Everything that can be checked is fine.">
          <Link className={button({ look: 'quiet' })} to={href('/admin')}>
            To the dashboard
          </Link>
        </EmptyState>
      ) : (
        <ul className="grid max-w-4xl gap-3">
          {waiting.map(({ id, urgent, title, text, href: target, linkText }) => (
            <li
              key={id}
              id={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4 target:border-link sm:p-6"
            >
              {urgent ? (
                <CircleAlert
                  className="mt-0.5 flex-none self-start text-bad"
                  role="img"
                  aria-label="Urgent"
                  size={20}
                />
              ) : (
                <Info
                  className="mt-0.5 flex-none self-start text-muted"
                  role="img"
                  aria-label="Good to know"
                  size={20}
                />
              )}
              <div className="flex-[1_1_14rem]">
                <Subtitle>{title}</Subtitle>
                <p className="mt-1 text-muted">{text}</p>
              </div>
              {!target.startsWith(href('/admin/notifications')) && (
                <Link className={button({ look: 'quiet' })} to={target}>
                  {linkText}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
