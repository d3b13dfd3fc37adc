import type { Language } from './catalogue.ts'

/** The languages of the public site, the first being the one that texts are written in. */
export const languages = ['en', 'es', 'fr', 'de', 'pt'] as const

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text)
}
