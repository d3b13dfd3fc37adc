import { CircleAlert, Info } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminNotification } from '#app/observe/system-facts.ts'

export default function NotificationList({ items }: { items: AdminNotification[] }) {
  return (
    <ul className="grid gap-0.5">
      {items.map(({ id, urgent, title, text, href }) => (
        <li key={id}>
          <Link to={href} className="flex gap-3 rounded-sm px-3 py-2 hover:bg-sunken">
            {urgent ? (
              <CircleAlert className="mt-0.5 flex-none text-bad" aria-hidden="true" size={18} />
            ) : (
              <Info className="mt-0.5 flex-none text-muted" aria-hidden="true" size={18} />
            )}
            <span>
              <span className="block font-semibold">{title}</span>{' '}
              <span className="block text-muted text-xs">{text}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
