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
import { readingMinutes } from './reading-time.ts'

type ArticleCategory = (typeof articleCategories)[number]

/** What a document in `pages-content/blog/` says about itself. */
export type Article = {
  slug: string
  title: string
  excerpt: string
  /** Null for a document that names none of the blog's categories. */
  category: ArticleCategory | null
  featured: boolean
  cover: Cover
  author: string | null
  /** Unix ms. */
  publishedAt: number | null
  /** Unix ms: what the document states, else when its file was changed. */
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
    modifiedAt: timeOf(metaContent(metas, 'article:modified_time')) ?? modifiedAt,
    readingMinutes: readingMinutes(words),
    words,
    language,
  }
}

function timeOf(text: string | null): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}

/** How long a listing may be older than the files: looking at hundreds of files is not free. */
const listingAgeMs = 2000
const listings = new Map<Language, { readAt: number; articles: Promise<Article[]> }>()
onDocumentsChange(() => listings.clear())

/** Every article that can be read, the newest first, in a language where it is translated. */
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

/** Others to read next: first those of the same category, each group the newest first. */
export function relatedArticles(articles: Article[], to: Article, count = 3): Article[] {
  const others = articles.filter(({ slug }) => slug !== to.slug)
  const same = others.filter(({ category }) => category !== null && category === to.category)
  return [...same, ...others.filter((article) => !same.includes(article))].slice(0, count)
}

/** View counts are on pages that are asked for all the time, so they may be this old. */
const viewsAgeMs = 60_000
/** Counts on some articles only look broken, and tiny ones say nothing. */
const enoughViews = 10
let keptViews: { readAt: number; views: Promise<ArticleViews> } | null = null

type ArticleViews = Map<string, number>

/**
 * How often each article was read, by slug, in all languages together. Empty until every article
 * has at least ten views: counts are shown for all articles or for none.
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
