import type { Catalogue, DocumentTexts, Language } from './catalogue.ts'
import { de } from './de.ts'
import { deDocuments } from './documents/de.ts'
import { enDocuments } from './documents/en.ts'
import { esDocuments } from './documents/es.ts'
import { frDocuments } from './documents/fr.ts'
import { ptDocuments } from './documents/pt.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pt } from './pt.ts'

const catalogues: Record<Language, Catalogue & DocumentTexts> = {
  en: { ...en, ...enDocuments },
  es: { ...es, ...esDocuments },
  fr: { ...fr, ...frDocuments },
  de: { ...de, ...deDocuments },
  pt: { ...pt, ...ptDocuments },
}

/** Returns all texts of a language. Server only: a browser loads only its page's language. */
export function catalogue(language: Language): Catalogue & DocumentTexts {
  return catalogues[language]
}
