import { X } from 'lucide-react'
import { useLocation } from 'react-router'
import { type Catalogue, fill, type Language } from '#app/i18n/catalogue.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { iconButton } from '#app/ui/button.ts'
import { link } from '#app/ui/link.ts'
import { usePageAddress } from '#app/ui/site/head/seo.tsx'

/** A language that a visitor may prefer, with its own name and texts. */
export type SuggestedLanguage = {
  language: Language
  name: string
  texts: Pick<Catalogue['languages'], 'label' | 'suggestion' | 'open' | 'dismiss'>
}

/**
 * One line, in a language that the visitor's browser asks for, that leads to this page's version in
 * it. It is there only for who comes from elsewhere, so a plain link to this very page puts it away
 * and it stays away on every page after.
 */
export default function LanguageHint({ suggested }: { suggested: SuggestedLanguage }) {
  const { language } = useI18n()
  const { defaultLanguage } = usePageAddress()
  const { pathname, search } = useLocation()
  const { name, texts } = suggested
  const page = localPath(neutralPath(pathname), suggested.language, defaultLanguage)
  const own = localPath(neutralPath(pathname), language, defaultLanguage)
  return (
    <aside
      className="relative z-1 flex items-center justify-between gap-x-4 gap-y-2 bg-sunken px-4 py-1 text-sm sm:px-6 lg:px-10"
      lang={suggested.language}
      aria-label={texts.label}
    >
      <p>
        {fill(texts.suggestion, { language: name })}{' '}
        <a className={link} href={page + search} hrefLang={suggested.language}>
          {fill(texts.open, { language: name })}
        </a>
      </p>
      <a className={iconButton} href={own + search} aria-label={texts.dismiss}>
        <X aria-hidden="true" size={20} />
      </a>
    </aside>
  )
}
