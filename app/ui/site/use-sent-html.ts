import { useEffect, useState } from 'react'

/** By element. Outlives the page, since visitors also come back to it from another one. */
const sent = new Map<string, string>()

/**
 * Returns the HTML that the server rendered in the element of this id: the browser takes it from the
 * document, so that neither its texts nor its code are sent twice. If it isn't there, because the
 * visitor came back from a page that they had reloaded, this loads the page anew. Null on the server.
 */
export function useSentHtml(id: string): string | null {
  const [html] = useState(() => {
    if (import.meta.env.SSR) return null
    const known = sent.get(id) ?? document.getElementById(id)?.innerHTML ?? null
    if (known !== null) sent.set(id, known)
    return known
  })
  useEffect(() => {
    if (html === null) location.reload()
  }, [html])
  return html
}
