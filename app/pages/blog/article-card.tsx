import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import type { Article } from '#app/pages/documents/articles.server.ts'
import { ArticleFacts } from './article-facts.tsx'

/** An article in a list; the whole card leads to it. */
export function ArticleCard({
  article,
  views,
  heading: Heading = 'h2',
}: {
  article: Article
  views: number | undefined
  heading?: 'h2' | 'h3'
}) {
  const { t, language, localPath } = useDocumentI18n()
  const { slug, title, excerpt, category } = article
  const lang = article.language === language ? undefined : article.language
  return (
    <article className="card article-card">
      {category !== null && <p className="eyebrow">{t.blog.categories[category]}</p>}
      <Heading className="display text-xl" lang={lang}>
        <a className="card-link" href={localPath(`/blog/${slug}`)}>
          {title}
        </a>
      </Heading>
      <p className="text-muted" lang={lang}>
        {excerpt}
      </p>
      <ArticleFacts article={article} views={views} />
    </article>
  )
}

/** The article that the operator puts before all others. */
export function FeaturedArticle({
  article,
  views,
}: {
  article: Article
  views: number | undefined
}) {
  const { t, language, localPath } = useDocumentI18n()
  const { slug, title, excerpt, category } = article
  const lang = article.language === language ? undefined : article.language
  return (
    <article className="cut article-featured">
      <p className="eyebrow">
        {t.blog.featured}
        {category !== null && ` · ${t.blog.categories[category]}`}
      </p>
      <h2 className="display text-3xl" lang={lang}>
        <a className="card-link" href={localPath(`/blog/${slug}`)}>
          {title}
        </a>
      </h2>
      <p className="lead" lang={lang}>
        {excerpt}
      </p>
      <ArticleFacts article={article} views={views} />
    </article>
  )
}
