import type { Language } from './catalogue.ts'
import { isLanguage } from './languages.ts'
import { isPublicPage } from './public-pages.ts'

/** Returns a public path in a language: `/help` is `/es/help` unless Spanish is the default. */
export function localPath(path: string, language: Language, defaultLanguage: Language): string {
  return language === defaultLanguage ? path : `/${language}${path === '/' ? '' : path}`
}

/** Returns a path without its language: `/help` for `/es/help`, `/` for `/es`. */
export function neutralPath(path: string): string {
  const [, first = ''] = path.split('/', 2)
  const rest = isLanguage(first) ? path.slice(first.length + 1) : path
  return rest.replace(/\/+$/, '') || '/'
}

/**
 * Returns a document's link in the visitor's language, whichever it was written for. Links to
 * anything but public pages stay unchanged.
 */
export function localHref(href: string, language: Language, defaultLanguage: Language): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href
  const end = href.search(/[?#]/)
  const path = neutralPath(end === -1 ? href : href.slice(0, end))
  if (!isPublicPage(path)) return href
  return localPath(path, language, defaultLanguage) + (end === -1 ? '' : href.slice(end))
}
