import { use } from 'react'
import type { Language } from '../catalogue.ts'
import { isLanguage } from '../languages.ts'
import { enPart } from './part-en.ts'

export type PartTexts = Record<keyof typeof enPart, string>

const loaders: Record<Exclude<Language, 'en'>, () => Promise<PartTexts>> = {
  es: async () => (await import('./part-es.ts')).esPart,
  fr: async () => (await import('./part-fr.ts')).frPart,
  de: async () => (await import('./part-de.ts')).dePart,
  pt: async () => (await import('./part-pt.ts')).ptPart,
}

const loading = new Map<Language, Promise<PartTexts>>()
const loaded = new Map<Language, PartTexts>([['en', enPart]])

/** Has `usePartTexts` answer at once afterwards. */
export async function loadPartTexts(language: string): Promise<void> {
  if (isLanguage(language)) loaded.set(language, await textsOf(language))
}

/** Returns the texts, in English if they can't be loaded. Suspends until they have loaded. */
export function usePartTexts(language: Language): PartTexts {
  return loaded.get(language) ?? use(textsOf(language))
}

function textsOf(language: Language): Promise<PartTexts> {
  if (language === 'en') return Promise.resolve(enPart)
  const texts = loading.get(language) ?? loaders[language]().catch(() => enPart)
  loading.set(language, texts)
  return texts
}
