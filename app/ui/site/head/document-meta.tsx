import { useContext } from 'react'
import { themeScript } from '#app/http/theme-script.ts'
import { PageScriptsContext } from '#app/ui/site/page-scripts.tsx'
import { themeColors } from './theme-color.ts'

/** The first elements in every document's head. */
export function DocumentMeta() {
  const scripts = useContext(PageScriptsContext)
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={themeColors.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={themeColors.dark} media="(prefers-color-scheme: dark)" />
      {scripts !== 'none' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      )}
    </>
  )
}
