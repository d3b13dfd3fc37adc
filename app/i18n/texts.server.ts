import type { Catalogue, Language } from './catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pt } from './pt.ts'

const catalogues: Record<Language, Catalogue> = { en, es, fr, de, pt }

/** Returns all texts of a language. For the server only: a browser loads the page's language alone. */
export function catalogue(language: Language): Catalogue {
  return catalogues[language]
}
