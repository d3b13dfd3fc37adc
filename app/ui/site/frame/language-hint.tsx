import { X } from 'lucide-react'
import { useLocation } from 'react-router'
import { type Catalogue, fill, type Language } from '#app/i18n/catalogue.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { iconButton } from '#app/ui/button.ts'
import { link } from '#app/ui/link.ts'

export type SuggestedLanguage = {
  language: Language
  name: string
  texts: Pick<Catalogue['languages'], 'label' | 'suggestion' | 'open' | 'dismiss'>
}

/**
 * One line, in a language the visitor's browser prefers, that links to this page's version in it.
 * Only shown to visitors from elsewhere: a plain link to this very page dismisses it for all
 * following pages.
 */
export default function LanguageHint({ suggested }: { suggested: SuggestedLanguage }) {
  const { language } = useI18n()
  const { defaultLanguage } = useSite()
  const { pathname, search } = useLocation()
  const { name, texts } = suggested
  const page = localPath(neutralPath(pathname), suggested.language, defaultLanguage)
  const own = localPath(neutralPath(pathname), language, defaultLanguage)
  return (
    <aside
      className="relative z-1 bg-sunken py-1 text-sm print:hidden"
      lang={suggested.language}
      aria-label={texts.label}
    >
      <div className="wrap flex items-center justify-between gap-x-4 gap-y-2">
        <p>
          {`${fill(texts.suggestion, { language: name })} `}
          <a className={link} href={page + search} hrefLang={suggested.language}>
            {fill(texts.open, { language: name })}
          </a>
        </p>
        <a className={iconButton} href={own + search} aria-label={texts.dismiss}>
          <X aria-hidden="true" size={20} />
        </a>
      </div>
    </aside>
  )
}
