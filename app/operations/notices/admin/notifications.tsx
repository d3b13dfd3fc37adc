import { CircleAlert, Info } from 'lucide-react'
import { href, Link } from 'react-router'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'

/** What the badge counts, one by one. */
export default function Notifications() {
  const { waiting } = useAdmin()
  return (
    <>
      <PageHead
        title="Notifications"
        lead="What waits for you. Each goes away by itself once it is dealt with."
      />
      {waiting.length === 0 ? (
        <EmptyState title="Nothing waits for you" text="Everything that can be checked is fine.">
          <Link className="button-quiet" to={href('/admin')}>
            To the dashboard
          </Link>
        </EmptyState>
      ) : (
        <ul className="grid max-w-4xl gap-3">
          {waiting.map(({ id, urgent, title, text, href: target, linkText }) => (
            <li
              key={id}
              id={id}
              className={urgent ? 'panel notification notification-urgent' : 'panel notification'}
            >
              {urgent ? (
                <CircleAlert aria-label="Urgent" size={20} />
              ) : (
                <Info aria-label="Good to know" size={20} />
              )}
              <div>
                <h2 className="admin-subtitle">{title}</h2>
                <p className="mt-1 text-muted">{text}</p>
              </div>
              {!target.startsWith(href('/admin/notifications')) && (
                <Link className="button-quiet" to={target}>
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
