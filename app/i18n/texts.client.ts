import type { Catalogue, Language } from './catalogue.ts'

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  de: async () => (await import('./de.ts')).de,
  pt: async () => (await import('./pt.ts')).pt,
}

export function loadTexts(language: Language): Promise<Catalogue> {
  return loaders[language]()
}
