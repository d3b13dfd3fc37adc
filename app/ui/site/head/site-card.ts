import type { Language } from '#app/i18n/catalogue.ts'

/** Returns the path of the site's social card in a language. */
export function siteCardPath(language: Language): string {
  return language === 'en' ? '/social-card.png' : `/social-card-${language}.png`
}
