import { useState } from 'react'

/** By element. Outlives the page, since a refused form's page can take its place for a while. */
const sent = new Map<string, string>()

/**
 * Returns the HTML that the server rendered in the element of this id: the browser takes it from
 * the document, so that neither its texts nor its code are sent twice. It's always there, since
 * every page that uses it is opened as a document. Empty on the server.
 */
export function useSentHtml(id: string): string {
  const [html] = useState(() => {
    if (import.meta.env.SSR) return ''
    const known = sent.get(id) ?? document.getElementById(id)?.innerHTML ?? ''
    sent.set(id, known)
    return known
  })
  return html
}
