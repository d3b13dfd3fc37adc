import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { isLanguage } from './i18n/languages.ts'
import { loadTexts } from './i18n/texts.client.ts'
import { type PageTexts, TextsContext } from './i18n/use-i18n.ts'
import { isBackOffice } from './ui/site/back-office.ts'

/** Loads the page's texts. The back office has none: it is in English only. */
async function pageTexts(): Promise<PageTexts | null> {
  const { lang } = document.documentElement
  if (isBackOffice(location.pathname) || !isLanguage(lang)) return null
  return { language: lang, t: await loadTexts(lang) }
}

/**
 * Starts the app in browsers that have all that it uses: Chrome 103, Firefox 113, Safari 16 and
 * newer. In the others the page stays as the server sent it, with forms and links that work.
 * React Router's own data comes through a TextEncoderStream.
 */
if ('timeout' in AbortSignal && 'TextEncoderStream' in window) {
  const texts = await pageTexts()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TextsContext value={texts}>
          <HydratedRouter />
        </TextsContext>
      </StrictMode>,
    )
  })
} else {
  // These have scripts, but need what is meant for browsers without: reloads and buttons.
  for (const element of document.querySelectorAll('noscript')) {
    element.outerHTML = element.textContent
  }
}
