import { createContext, useContext } from 'react'
import type { Catalogue, DocumentTexts, Language } from './catalogue.ts'
import { localPath } from './local-path.ts'
import type { PublicPath } from './public-path.ts'
import { useSite } from './site-context.ts'

export type PageTexts = { language: Language; t: Catalogue }

/** Provided around the whole page by server and browser. Null in the back office's browser. */
export const TextsContext = createContext<PageTexts | null>(null)

export type I18n = PageTexts & {
  /** Returns a public path in the page's language: `/help` is `/es/help` on a Spanish page. */
  localPath: (path: PublicPath) => string
}

export function useI18n(): I18n {
  const texts = useContext(TextsContext)
  const { defaultLanguage } = useSite()
  if (texts === null) throw new Error('useI18n needs a page with texts around it')
  return {
    ...texts,
    localPath: (path) => localPath(path, texts.language, defaultLanguage),
  }
}

/** All texts of the page's language. Provided only by the server. */
export const DocumentTextsContext = createContext<(Catalogue & DocumentTexts) | null>(null)

export type DocumentI18n = I18n & { t: Catalogue & DocumentTexts }

/** Like `useI18n`, with the further texts of pages that never run in the browser. */
export function useDocumentI18n(): DocumentI18n {
  const t = useContext(DocumentTextsContext)
  if (t === null) throw new Error('These texts are for pages that do not run in the browser')
  return { ...useI18n(), t }
}
