import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminNotification } from '#app/observe/system-facts.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { link } from '#app/ui/link.ts'

export default function Banners({ items }: { items: AdminNotification[] }) {
  if (items.length === 0) return null
  return (
    <section className="grid gap-2" aria-label="Site status">
      {items.map(({ id, banner, title, text, href, linkText }) => (
        <Callout key={id} tone={banner ?? 'warn'} icon={TriangleAlert} data-banner={id}>
          <strong>{title}.</strong> <span className="max-sm:hidden">{text}</span>{' '}
          <Link className={link} to={href}>
            {linkText}
          </Link>
        </Callout>
      ))}
    </section>
  )
}
