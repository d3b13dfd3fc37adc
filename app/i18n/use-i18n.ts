import { useParams } from 'react-router'
import { useSite } from '#app/ui/use-site.ts'
import { type Catalogue, catalogue, isLanguage, type Language } from './catalogue.ts'
import { localPath } from './local-path.ts'

export type I18n = {
  language: Language
  t: Catalogue
  /** A path of the public site in the page's language: `/help` is `/es/help` on a Spanish page. */
  localPath: (path: string) => string
}

/** The page's language, by its address, with its texts and its links. */
export function useI18n(): I18n {
  const { lang } = useParams()
  const { defaultLanguage } = useSite()
  const language = lang !== undefined && isLanguage(lang) ? lang : defaultLanguage
  return {
    language,
    t: catalogue(language),
    localPath: (path) => localPath(path, language, defaultLanguage),
  }
}
