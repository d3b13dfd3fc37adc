import { LoaderCircle } from 'lucide-react'
import { link } from '#app/ui/link.ts'

/** A state that ends by itself. The spinner doesn't turn for people who want less motion. */
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

/** A link to the page itself, for browsers without JavaScript: elsewhere the page renews itself. */
export function RefreshLink({ href }: { href: string }) {
  return (
    <noscript>
      <a className={link} href={href}>
        Refresh
      </a>
    </noscript>
  )
}
