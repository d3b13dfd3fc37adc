import { CircleAlert, Info } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminNotification } from '#app/observe/system-facts.ts'

/** What waits for the operator, each with the page where it is dealt with. */
export function NotificationList({ items }: { items: AdminNotification[] }) {
  return (
    <ul className="waiting">
      {items.map(({ id, urgent, title, text, href }) => (
        <li key={id}>
          <Link to={href} className={urgent ? 'waiting-item waiting-urgent' : 'waiting-item'}>
            {urgent ? (
              <CircleAlert aria-hidden="true" size={18} />
            ) : (
              <Info aria-hidden="true" size={18} />
            )}
            <span>
              <span className="waiting-title">{title}</span>{' '}
              <span className="waiting-text">{text}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
