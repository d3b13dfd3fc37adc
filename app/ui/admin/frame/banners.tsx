import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminNotification } from '#app/observe/system-facts.ts'

/** What is not as it should be with the site, at the top of every page; nothing while all is well. */
export function Banners({ items }: { items: AdminNotification[] }) {
  if (items.length === 0) return null
  return (
    <section className="banners" aria-label="Site status">
      {items.map(({ id, banner, title, text, href, linkText }) => (
        <p key={id} className={`flash flash-${banner ?? 'warn'}`} data-banner={id}>
          <TriangleAlert aria-hidden="true" size={19} />
          <span>
            <strong>{title}.</strong> <span className="banner-text">{text}</span>{' '}
            <Link className="link" to={href}>
              {linkText}
            </Link>
          </span>
        </p>
      ))}
    </section>
  )
}
