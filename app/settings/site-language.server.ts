import type { Language } from '#app/i18n/catalogue.ts'
import { isLanguage } from '#app/i18n/languages.ts'
import { settings } from './settings.server.ts'

/** The language of addresses without a prefix. */
export function defaultLanguage(): Language {
  return settings().defaultLanguage
}

export function pageLanguage(prefix: string | undefined): Language {
  return prefix !== undefined && isLanguage(prefix) ? prefix : defaultLanguage()
}

/** Returns a path's language; the default one for paths without a prefix. */
export function pathLanguage(path: string): Language {
  return pageLanguage(path.split('/', 2)[1])
}
