import type { Language } from '#app/i18n/catalogue.ts'
import { localHref, neutralPath } from '#app/i18n/local-path.ts'
import { log } from '#app/observe/log.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { documentLanguages, type Fragment, metaContent, readDocument } from './document.server.ts'

type PageDocument =
  | { ok: true; document: Fragment; description: string; writtenIn: Language[] }
  | { ok: false; status: 404 | 500 }

/** Reads the document whose name is the page's own path: `/help` shows `help.html`. */
export async function readPageDocument(url: URL, lang: string | undefined): Promise<PageDocument> {
  const language = pageLanguage(lang)
  const name = neutralPath(url.pathname).slice(1)
  const read = await readDocument(name, language, (href) =>
    localHref(href, language, defaultLanguage()),
  )
  if (!read.ok) {
    log.error({ page: name, reason: read.reason }, 'a page has no document to show')
    return { ok: false, status: read.reason === 'missing' ? 404 : 500 }
  }
  const { document } = read
  return {
    ok: true,
    document,
    description: metaContent(document.metas, 'description') ?? '',
    writtenIn: await documentLanguages(name),
  }
}
