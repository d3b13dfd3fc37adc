import { X } from 'lucide-react'
import { useLocation } from 'react-router'
import { catalogue, fill, type Language } from '#app/i18n/catalogue.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { usePageAddress } from './seo.tsx'

/**
 * One line, in a language that the visitor's browser asks for, that leads to this page's version in
 * it. It is there only for who comes from elsewhere, so a plain link to this very page puts it away
 * and it stays away on every page after.
 */
export function LanguageHint({ suggested }: { suggested: Language }) {
  const { language } = useI18n()
  const { defaultLanguage } = usePageAddress()
  const { pathname, search } = useLocation()
  const texts = catalogue(suggested).languages
  const name = new Intl.DisplayNames(suggested, { type: 'language' }).of(suggested) ?? suggested
  const page = localPath(neutralPath(pathname), suggested, defaultLanguage)
  const own = localPath(neutralPath(pathname), language, defaultLanguage)
  return (
    <aside className="language-hint" lang={suggested} aria-label={texts.label}>
      <p>
        {fill(texts.suggestion, { language: name })}{' '}
        <a className="link" href={page + search} hrefLang={suggested}>
          {fill(texts.open, { language: name })}
        </a>
      </p>
      <a className="icon-button" href={own + search} aria-label={texts.dismiss}>
        <X aria-hidden="true" size={20} />
      </a>
    </aside>
  )
}
