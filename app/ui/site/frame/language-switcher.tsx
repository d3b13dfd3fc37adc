import { useLocation } from 'react-router'
import type { Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { hasLanguages } from '#app/i18n/public-pages.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** Each language in its own words, for those who read it. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
}

/** Plain links to this page in every language; to the home page if the address doesn't exist. */
export function LanguageList({
  className,
  linkClassName,
}: {
  className: string
  linkClassName: string
}) {
  const { language } = useI18n()
  const { pathname, search } = useLocation()
  const { defaultLanguage } = useSite()
  const path = neutralPath(pathname)
  const [page, query] = hasLanguages(path) ? [path, search] : ['/', '']
  return (
    <ul className={className}>
      {languages.map((code) => (
        <li key={code}>
          <a
            href={localPath(page, code, defaultLanguage) + query}
            lang={code}
            hrefLang={code}
            className={linkClassName}
            aria-current={code === language ? 'true' : undefined}
          >
            {languageNames[code]}
          </a>
        </li>
      ))}
    </ul>
  )
}
