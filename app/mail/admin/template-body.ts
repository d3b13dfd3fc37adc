import { notFound } from '#app/http/refusals.ts'
import { isLanguage } from '#app/i18n/languages.ts'
import { mailDocument } from '#app/mail/ui/mail-document.ts'
import type { Route } from './+types/template-body'
import { sampleMail } from './mail-kinds.server.ts'

/** The HTML of a kind of mail with sample facts: `?language=de`. */
export function loader({ params, url }: Route.LoaderArgs) {
  const language = url.searchParams.get('language') ?? ''
  const sample = sampleMail(params.kind, isLanguage(language) ? language : 'en')
  if (sample === null) throw notFound()
  return mailDocument(sample.html)
}
