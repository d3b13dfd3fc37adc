import { useEffect, useState } from 'react'

/** Returns true while a form is being sent as a document, and the function that sets it. */
export function useSending() {
  const [sending, setSending] = useState(false)
  useEffect(() => {
    // A page restored from the browser's back/forward cache can be sent again.
    const again = ({ persisted }: PageTransitionEvent) => persisted && setSending(false)
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [])
  return [sending, setSending] as const
}
