import { existsSync } from 'node:fs'
import { languages } from '#app/i18n/languages.ts'
import { interfacePages } from '#app/i18n/public-pages.ts'

/** Returns the file of a page's text in a language; `page` is its path without a language. */
export const textFile = (page: string, language: string) =>
  `pages-content/${language === 'en' ? '' : `${language}/`}${page.slice(1)}.html`

export function writtenIn(page: string) {
  const everywhere = interfacePages.some((path) => path === page)
  return languages.filter((language) => everywhere || existsSync(textFile(page, language)))
}
