import type { Catalogue, DocumentTexts, Language, LateTexts } from './catalogue.ts'
import { de } from './de.ts'
import { deDocuments } from './documents/de.ts'
import { enDocuments } from './documents/en.ts'
import { esDocuments } from './documents/es.ts'
import { frDocuments } from './documents/fr.ts'
import { ptDocuments } from './documents/pt.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { deLate } from './late/late-de.ts'
import { enLate } from './late/late-en.ts'
import { esLate } from './late/late-es.ts'
import { frLate } from './late/late-fr.ts'
import { ptLate } from './late/late-pt.ts'
import { pt } from './pt.ts'

type AllTexts = Catalogue & DocumentTexts & LateTexts

const catalogues: Record<Language, AllTexts> = {
  en: { ...en, ...enDocuments, ...enLate },
  es: { ...es, ...esDocuments, ...esLate },
  fr: { ...fr, ...frDocuments, ...frLate },
  de: { ...de, ...deDocuments, ...deLate },
  pt: { ...pt, ...ptDocuments, ...ptLate },
}

/** Returns all texts of a language. Server only: a browser loads only its page's language. */
export function catalogue(language: Language): AllTexts {
  return catalogues[language]
}
