import type { Language } from '#app/i18n/catalogue.ts'
import { isLanguage } from '#app/i18n/languages.ts'
import { settings } from './settings.server.ts'

/** The language whose pages have no prefix in their address. */
export function defaultLanguage(): Language {
  return settings().defaultLanguage
}

/** The language of a page by the first part of its address. */
export function pageLanguage(prefix: string | undefined): Language {
  return prefix !== undefined && isLanguage(prefix) ? prefix : defaultLanguage()
}

/** The language of a page by its path; of other paths the default one. */
export function pathLanguage(path: string): Language {
  return pageLanguage(path.split('/', 2)[1])
}
