import { pathViews } from '#app/analytics/report.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { articleCategories } from './article-categories.ts'
import { type Cover, coverOf } from './cover.ts'
import {
  type Fragment,
  listDocuments,
  metaContent,
  onDocumentsChange,
  readDocument,
} from './document.server.ts'
import { statedChange } from './document.ts'
import { readingMinutes } from './reading-time.ts'

type ArticleCategory = (typeof articleCategories)[number]

/** Metadata of a document in `pages-content/blog/`. */
export type Article = {
  slug: string
  title: string
  excerpt: string
  /** Null if the document has none of the blog's categories. */
  category: ArticleCategory | null
  featured: boolean
  cover: Cover
  author: string | null
  /** Unix ms. */
  publishedAt: number | null
  /** Unix ms: as the document states, else when its file was changed. */
  modifiedAt: number
  readingMinutes: number
  words: number
  language: Language
}

export function articleOf(slug: string, document: Fragment): Article {
  const { title, metas, modifiedAt, words, language } = document
  const category = metaContent(metas, 'cleanclip:category')
  return {
    slug,
    title,
    excerpt: metaContent(metas, 'cleanclip:excerpt') ?? metaContent(metas, 'description') ?? '',
    category: articleCategories.find((known) => known === category) ?? null,
    featured: metaContent(metas, 'cleanclip:featured') === 'true',
    cover: coverOf(metaContent(metas, 'cleanclip:cover')),
    author: metaContent(metas, 'author'),
    publishedAt: timeOf(metaContent(metas, 'article:published_time')),
    modifiedAt: statedChange(metas) ?? modifiedAt,
    readingMinutes: readingMinutes(words),
    words,
    language,
  }
}

function timeOf(text: string | null): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}

/** A listing can be this much older than the files: checking hundreds of them takes time. */
const listingAgeMs = 2000
const listings = new Map<Language, { readAt: number; articles: Promise<Article[]> }>()
onDocumentsChange(() => listings.clear())

/** Lists all readable articles, newest first, translated where possible. */
export function listArticles(language: Language): Promise<Article[]> {
  const kept = listings.get(language)
  const now = Date.now()
  if (kept !== undefined && Math.abs(now - kept.readAt) < listingAgeMs) return kept.articles
  const articles = readArticles(language)
  listings.set(language, { readAt: now, articles })
  articles.catch(() => listings.delete(language))
  return articles
}

async function readArticles(language: Language): Promise<Article[]> {
  const articles: Article[] = []
  for (const name of await listDocuments('blog')) {
    const read = await readDocument(name, language)
    if (read.ok) articles.push(articleOf(name.slice('blog/'.length), read.document))
  }
  return articles.sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
}

/** Returns three other articles to read: first the same category, each group newest first. */
export function relatedArticles(articles: Article[], to: Article): Article[] {
  const others = articles.filter(({ slug }) => slug !== to.slug)
  const same = others.filter(({ category }) => category !== null && category === to.category)
  return [...same, ...others.filter((article) => !same.includes(article))].slice(0, 3)
}

/** View counts can be this old, since their pages are requested all the time. */
const viewsAgeMs = 60_000
/** Counts on only some articles look broken, and tiny ones mean nothing. */
const enoughViews = 10
let keptViews: { readAt: number; views: Promise<ArticleViews> } | null = null

type ArticleViews = Map<string, number>

/**
 * Returns each article's views by slug, in all languages together. Empty until every article has at
 * least ten, so that either all show a count or none.
 */
export function articleViews(): Promise<ArticleViews> {
  const now = Date.now()
  if (keptViews !== null && now - keptViews.readAt < viewsAgeMs) return keptViews.views
  const views = readViews()
  keptViews = { readAt: now, views }
  views.catch(() => {
    keptViews = null
  })
  return views
}

async function readViews(): Promise<ArticleViews> {
  const slugs = (await listArticles('en')).map(({ slug }) => slug)
  const found = await pathViews(slugs.map((slug) => `/blog/${slug}`))
  const views = new Map(slugs.map((slug) => [slug, found.get(`/blog/${slug}`) ?? 0]))
  return [...views.values()].every((count) => count >= enoughViews) ? views : new Map()
}
