import { env } from '#app/env.server.ts'
import { textResponse } from '#app/http/text-response.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { localPath } from '#app/i18n/local-path.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { type Article, listArticles } from '#app/pages/documents/articles.server.ts'
import { readDocument } from '#app/pages/documents/document.server.ts'
import { xmlText } from '#app/pages/feeds/xml.ts'
import { settings } from '#app/settings/settings.server.ts'
import { defaultLanguage } from '#app/settings/site-language.server.ts'
import type { Route } from './+types/feed'

const maxEntries = 20

/** The blog as an Atom feed (RFC 4287): the newest articles in full, with absolute links. */
export async function loader({ request }: Route.LoaderArgs) {
  const articles = (await listArticles(defaultLanguage())).slice(0, maxEntries)
  const updated = Math.max(0, ...articles.map(({ modifiedAt }) => modifiedAt))
  const entries = await Promise.all(articles.map(entry))
  const { siteName } = settings()
  const title = fill(catalogue(defaultLanguage()).seo.feedTitle, { site: siteName })
  const address = (path: string) => xmlText(env.APP_URL + path)
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${defaultLanguage()}">
  <id>${address('/blog')}</id>
  <title>${xmlText(title)}</title>
  <updated>${new Date(updated).toISOString()}</updated>
  <link rel="self" type="application/atom+xml" href="${address('/blog/feed.xml')}"/>
  <link rel="alternate" type="text/html" href="${address('/blog')}"/>
  <icon>${address('/icon-192.png')}</icon>
  <author><name>${xmlText(siteName)}</name></author>
${entries.join('')}</feed>
`
  // Without Last-Modified: settings change the feed too, which only its ETag reflects.
  return textResponse(request, body, { type: 'application/atom+xml' })
}

async function entry(article: Article): Promise<string> {
  const { slug, title, excerpt, author, category, publishedAt, modifiedAt, language } = article
  const url = env.APP_URL + localPath(`/blog/${slug}`, defaultLanguage(), defaultLanguage())
  const published =
    publishedAt === null ? '' : `<published>${new Date(publishedAt).toISOString()}</published>`
  const writer = author === null ? '' : `<author><name>${xmlText(author)}</name></author>`
  const topic = category === null ? '' : `<category term="${category}"/>`
  return `  <entry xml:lang="${language}">
    <id>${xmlText(url)}</id>
    <title>${xmlText(title)}</title>
    <link rel="alternate" type="text/html" href="${xmlText(url)}"/>
    ${published}
    <updated>${new Date(modifiedAt).toISOString()}</updated>
    ${writer}
    ${topic}
    <summary>${xmlText(excerpt)}</summary>
    <content type="html">${xmlText(await contentOf(slug, url))}</content>
  </entry>
`
}

async function contentOf(slug: string, url: string): Promise<string> {
  const read = await readDocument(`blog/${slug}`, defaultLanguage(), (href) =>
    URL.canParse(href, url) ? new URL(href, url).href : '',
  )
  if (!read.ok) return ''
  return read.document.html.map((piece) => (piece.kind === 'html' ? piece.html : '')).join('\n')
}
