import type { Language } from './catalogue.ts'
import { isLanguage } from './languages.ts'
import { isPublicPage } from './public-pages.ts'

/** A path of the public site in a language: `/help` is `/es/help` unless Spanish is the default. */
export function localPath(path: string, language: Language, defaultLanguage: Language): string {
  return language === defaultLanguage ? path : `/${language}${path === '/' ? '' : path}`
}

/** A path without its language: `/es/help` is `/help`, `/es` is `/`. */
export function neutralPath(path: string): string {
  const [, first = ''] = path.split('/', 2)
  const rest = isLanguage(first) ? path.slice(first.length + 1) : path
  return rest.replace(/\/+$/, '') || '/'
}

/**
 * A link inside a document, made to stay in the visitor's language, whichever one it was written
 * for. Links that lead to no page of the public site stay as they are.
 */
export function localHref(href: string, language: Language, defaultLanguage: Language): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href
  const end = href.search(/[?#]/)
  const path = neutralPath(end === -1 ? href : href.slice(0, end))
  if (!isPublicPage(path)) return href
  return localPath(path, language, defaultLanguage) + (end === -1 ? '' : href.slice(end))
}
