import { Link, useRevalidator } from 'react-router'
import { link } from '#app/ui/link.ts'

/** Asks for the page's figures once more. A link to a place in the same page would only go there. */
export function LookAgain({ to }: { to: string }) {
  const { revalidate } = useRevalidator()
  return (
    <Link
      className={link}
      to={to}
      onClick={(event) => {
        // With a key held down the browser opens it elsewhere.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void revalidate()
      }}
    >
      Look again
    </Link>
  )
}
