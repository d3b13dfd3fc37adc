import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { isLanguage } from './i18n/languages.ts'
import { loadTexts } from './i18n/texts.client.ts'
import { type PageTexts, TextsContext } from './i18n/use-i18n.ts'
import { keepTyped } from './ui/browser/typed-before.ts'
import { isBackOffice } from './ui/site/back-office.ts'

/** Loads the page's texts. The back office has none, since it is only in English. */
async function pageTexts(): Promise<PageTexts | null> {
  const { lang } = document.body
  if (isBackOffice(location.pathname) || !isLanguage(lang)) return null
  return { language: lang, t: await loadTexts(lang) }
}

/** In development, shows a component's error over the page, which doesn't show it otherwise. */
function showInDevelopment(error: unknown): void {
  const Overlay = customElements.get('vite-error-overlay') as
    | (new (
        error: Error,
      ) => HTMLElement)
    | undefined
  if (Overlay !== undefined && error instanceof Error) document.body.append(new Overlay(error))
}

/** Calls `then` once the page runs. Around it, since a second child at the root changes all ids. */
function Running({ then, children }: { then: () => void; children: React.ReactNode }) {
  useEffect(then, [then])
  return children
}

async function start(): Promise<void> {
  const texts = await pageTexts()
  const typed = keepTyped()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TextsContext value={texts}>
          <Running then={typed.end}>
            <HydratedRouter {...(import.meta.hot && { onError: showInDevelopment })} />
          </Running>
        </TextsContext>
      </StrictMode>,
      {
        onRecoverableError(error) {
          typed.putBack()
          reportError(error)
        },
      },
    )
  })
}

/**
 * Starts the app in browsers that have all it uses. Elsewhere the page stays as the server sent it,
 * with working forms and links, and `unfold-script.ts` completes it.
 */
if ('timeout' in AbortSignal && 'TextEncoderStream' in window) void start()
