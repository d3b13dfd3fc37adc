import { use } from 'react'
import type { Language, LateTexts } from '../catalogue.ts'
import { isLanguage } from '../languages.ts'
import { enLate } from './late-en.ts'

const loaders: Record<Exclude<Language, 'en'>, () => Promise<LateTexts>> = {
  es: async () => (await import('./late-es.ts')).esLate,
  fr: async () => (await import('./late-fr.ts')).frLate,
  de: async () => (await import('./late-de.ts')).deLate,
  pt: async () => (await import('./late-pt.ts')).ptLate,
}

const loading = new Map<Language, Promise<LateTexts>>()
const loaded = new Map<Language, LateTexts>([['en', enLate]])

/** Has `useLateTexts` answer at once afterwards. */
export async function loadLateTexts(language: string): Promise<void> {
  if (isLanguage(language)) loaded.set(language, await textsOf(language))
}

/** Returns the texts, in English if they can't be loaded. Suspends until they have loaded. */
export function useLateTexts(language: Language): LateTexts {
  return loaded.get(language) ?? use(textsOf(language))
}

function textsOf(language: Language): Promise<LateTexts> {
  if (language === 'en') return Promise.resolve(enLate)
  const texts = loading.get(language) ?? loaders[language]().catch(() => enLate)
  loading.set(language, texts)
  return texts
}
