import { createContext, useContext, useState } from 'react'

/** The pieces of HTML outside a page's loader data. Empty in a browser. */
export const ServedHtmlContext = createContext<readonly string[]>([])

/**
 * A piece of HTML that is sent once: the server renders it, and the browser takes it from the
 * document. So a page with such pieces must be loaded, never reached by a client navigation.
 */
export function ServedHtml({ index, className }: { index: number; className: string }) {
  const served = useContext(ServedHtmlContext)[index]
  const id = `part-${index}`
  const [html] = useState(() => served ?? document.getElementById(id)?.innerHTML ?? '')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: documents are the operator's
  return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
