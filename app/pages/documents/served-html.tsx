import { createContext, useContext } from 'react'
import { useSentHtml } from '#app/ui/site/use-sent-html.ts'

/** The pieces of HTML outside a page's loader data. Empty in a browser. */
export const ServedHtmlContext = createContext<readonly string[]>([])

/** A piece of HTML that is sent once: the browser takes what the server has rendered. */
export function ServedHtml({ index, className }: { index: number; className: string }) {
  const served = useContext(ServedHtmlContext)[index]
  const id = `part-${index}`
  const sent = useSentHtml(id)
  const html = served ?? sent
  // biome-ignore lint/security/noDangerouslySetInnerHtml: documents are the operator's
  return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
