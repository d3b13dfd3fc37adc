import { createContext, useContext } from 'react'
import type { Catalogue, DocumentTexts } from '#app/i18n/catalogue.ts'
import { type I18n, useI18n } from '#app/i18n/use-i18n.ts'

export type BatchTexts = Pick<DocumentTexts, 'batch'>

/** Set by the batch pages' layout, which loads the texts as data. */
export const BatchTextsContext = createContext<BatchTexts | null>(null)

export type BatchI18n = I18n & { t: Catalogue & BatchTexts }

export function useBatchI18n(): BatchI18n {
  const i18n = useI18n()
  const texts = useContext(BatchTextsContext)
  if (texts === null) throw new Error('These texts are for the pages for several links')
  return { ...i18n, t: { ...i18n.t, ...texts } }
}
