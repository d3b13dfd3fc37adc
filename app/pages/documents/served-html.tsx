import { createContext, useContext, useState } from 'react'

/** The pieces of HTML that a page has beside its loader data; in a browser there are none. */
export const ServedHtmlContext = createContext<readonly string[]>([])

/**
 * A piece of HTML that travels once: the server renders it, and the browser takes it over from the
 * document it has. So a page with such pieces is reached by loading it, never by a client navigation.
 */
export function ServedHtml({ index, className }: { index: number; className: string }) {
  const served = useContext(ServedHtmlContext)[index]
  const id = `part-${index}`
  const [html] = useState(() => served ?? document.getElementById(id)?.innerHTML ?? '')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: documents are the operator's
  return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
