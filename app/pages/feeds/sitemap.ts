import { statSync } from 'node:fs'
import { env } from '#app/env.server.ts'
import { textResponse } from '#app/http/text-response.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { documentPages, interfacePages } from '#app/i18n/public-pages.ts'
import { listArticles } from '#app/pages/documents/articles.server.ts'
import { readDocument } from '#app/pages/documents/document.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import type { Route } from './+types/sitemap'
import { xmlText } from './xml.ts'

/** A page of the site with the time, unix ms, of its last change in each language. */
type Page = { path: string; modifiedAt: (language: Language) => number }

/** Texts of the interface change with the program alone. */
const programModifiedAt = statSync(import.meta.filename).mtimeMs

/** How long a sitemap is handed out: to make one, every document is looked at. */
const maxAgeMs = 30_000
let kept: { madeAt: number; language: Language; body: Promise<string> } | null = null

/** Every page in every language, each with its other versions. */
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
  const pages = [...(await documents()), ...(await blog())]
  for (const path of interfacePages) {
    if (path === '/batch' && settings().batchLinks === 0) continue
    if (path !== '/blog') pages.push({ path, modifiedAt: () => programModifiedAt })
  }
  const urls = pages.flatMap((page) => languages.map((language) => urlElement(page, language)))
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`
}

async function documents(): Promise<Page[]> {
  const pages: Page[] = []
  for (const name of documentPages) {
    const times = new Map<Language, number>()
    for (const language of languages) {
      const read = await readDocument(name, language)
      if (read.ok) times.set(language, read.document.modifiedAt)
    }
    if (times.size > 0) {
      pages.push({ path: `/${name}`, modifiedAt: (language) => times.get(language) ?? 0 })
    }
  }
  return pages
}

async function blog(): Promise<Page[]> {
  const byLanguage = new Map<Language, Map<string, number>>()
  for (const language of languages) {
    const articles = await listArticles(language)
    byLanguage.set(language, new Map(articles.map(({ slug, modifiedAt }) => [slug, modifiedAt])))
  }
  const times = (language: Language) => byLanguage.get(language) ?? new Map<string, number>()
  const slugs = [...times('en').keys()]
  return [
    {
      path: '/blog',
      modifiedAt: (language) => Math.max(programModifiedAt, ...times(language).values()),
    },
    ...slugs.map((slug) => ({
      path: `/blog/${slug}`,
      modifiedAt: (language: Language) => times(language).get(slug) ?? 0,
    })),
  ]
}

function urlElement({ path, modifiedAt }: Page, language: Language): string {
  const address = (code: Language) =>
    xmlText(env.APP_URL + localPath(path, code, defaultLanguage()))
  const versions = [...languages.map((code) => [code, address(code)] as const)]
  const links = [...versions, ['x-default', address(defaultLanguage())] as const].map(
    ([code, href]) => `    <xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>\n`,
  )
  const time = modifiedAt(language)
  return `  <url>
    <loc>${address(language)}</loc>
${time === 0 ? '' : `    <lastmod>${new Date(time).toISOString()}</lastmod>\n`}${links.join('')}  </url>
`
}
