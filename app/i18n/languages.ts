import type { Language } from './catalogue.ts'

/** Languages of the public site. The first is the source of all texts. */
export const languages = ['en', 'es', 'fr', 'de', 'pt'] as const

export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text)
}
