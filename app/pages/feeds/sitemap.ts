import { env } from '#app/env.server.ts'
import { textResponse } from '#app/http/text-response.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { documentPages, interfacePages } from '#app/i18n/public-pages.ts'
import { listArticles } from '#app/pages/documents/articles.server.ts'
import { documentLanguages, readDocument } from '#app/pages/documents/document.server.ts'
import { statedChange } from '#app/pages/documents/document.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import type { Route } from './+types/sitemap'
import { xmlText } from './xml.ts'

/** `changedAt` is the time that each language's document states, unix ms. */
type Page = { path: string; writtenIn: readonly Language[]; changedAt: Map<Language, number> }

/** A sitemap is reused for this long, since making one reads every document. */
const maxAgeMs = 30_000
let kept: { madeAt: number; language: Language; body: Promise<string> } | null = null

/** Lists every page in the languages of its text, each with its other versions. */
export async function loader({ request }: Route.LoaderArgs) {
  const language = defaultLanguage()
  const tooOld = kept !== null && Math.abs(Date.now() - kept.madeAt) > maxAgeMs
  if (kept === null || tooOld || kept.language !== language) {
    kept = { madeAt: Date.now(), language, body: sitemap() }
    kept.body.catch(() => {
      kept = null
    })
  }
  return textResponse(request, await kept.body, { type: 'application/xml' })
}

async function sitemap(): Promise<string> {
  const names = [...documentPages, ...(await listArticles('en')).map(({ slug }) => `blog/${slug}`)]
  const pages: Page[] = await Promise.all(names.map(documentPage))
  for (const path of interfacePages) {
    if (path === '/batch' && settings().batchLinks === 0) continue
    if (path === '/api' && settings().apiAccess === 'off') continue
    pages.push({ path, writtenIn: languages, changedAt: new Map() })
  }
  const urls = pages.flatMap((page) => page.writtenIn.map((language) => urlElement(page, language)))
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`
}

async function documentPage(name: string): Promise<Page> {
  const writtenIn = await documentLanguages(name)
  const changedAt = new Map<Language, number>()
  for (const language of writtenIn) {
    const read = await readDocument(name, language)
    const time = read.ok ? statedChange(read.document.metas) : null
    if (time !== null) changedAt.set(language, time)
  }
  return { path: `/${name}`, writtenIn, changedAt }
}

function urlElement({ path, writtenIn, changedAt }: Page, language: Language): string {
  const address = (code: Language) =>
    xmlText(env.APP_URL + localPath(path, code, defaultLanguage()))
  const byDefault = writtenIn.find((own) => own === defaultLanguage()) ?? writtenIn[0] ?? language
  const versions = [
    ...writtenIn.map((code) => [code, address(code)] as const),
    ['x-default', address(byDefault)] as const,
  ]
  const links = versions.map(
    ([code, href]) => `    <xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>\n`,
  )
  const time = changedAt.get(language)
  const lastmod =
    time === undefined ? '' : `    <lastmod>${new Date(time).toISOString()}</lastmod>\n`
  return `  <url>
    <loc>${address(language)}</loc>
${lastmod}${links.join('')}  </url>
`
}
