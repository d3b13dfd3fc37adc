import { LoaderCircle } from 'lucide-react'
import { link } from '#app/ui/link.ts'

/** A temporary state. The spinner stays still if motion is reduced. */
export function Working({ children }: { children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap" data-working="">
      <LoaderCircle
        className="flex-none text-muted motion-safe:animate-spin"
        aria-hidden="true"
        size={16}
      />
      {children}
    </span>
  )
}

/** A link to reload the page without JavaScript; with it, the page renews itself. */
export function RefreshLink({ href }: { href: string }) {
  return (
    <noscript>
      <a className={link} href={href}>
        Refresh
      </a>
    </noscript>
  )
}
