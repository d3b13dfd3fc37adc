import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import type { Article } from '#app/pages/documents/articles.server.ts'
import { Eyebrow } from '#app/ui/eyebrow.tsx'
import { cardLink, pressCard } from '#app/ui/surface.ts'
import { ArticleCover } from './article-cover.tsx'
import { ArticleFacts } from './article-facts.tsx'

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
  const { slug, title, excerpt, category, cover } = article
  const lang = article.language === language ? undefined : article.language
  return (
    <article className={`${pressCard} article-card`}>
      <ArticleCover cover={cover} className="self-start" />
      <div className="flex flex-col items-start gap-3">
        {category !== null && <Eyebrow>{t.blog.categories[category]}</Eyebrow>}
        <Heading className="display text-xl wrap-anywhere" lang={lang}>
          <a className={cardLink} href={localPath(`/blog/${slug}`)}>
            {title}
          </a>
        </Heading>
        <p className="text-muted" lang={lang}>
          {excerpt}
        </p>
        <div className="mt-auto pt-1">
          <ArticleFacts article={article} views={views} />
        </div>
      </div>
    </article>
  )
}

export function FeaturedArticle({
  article,
  views,
}: {
  article: Article
  views: number | undefined
}) {
  const { t, language, localPath } = useDocumentI18n()
  const { slug, title, excerpt, category, cover } = article
  const lang = article.language === language ? undefined : article.language
  return (
    <article className="cut relative grid grid-cols-1 items-center gap-6 p-5 has-[a:hover]:[--edge:var(--text)] sm:p-6 lg:grid-cols-2 lg:gap-12 lg:p-10">
      <ArticleCover cover={cover} />
      <div className="flex flex-col items-start gap-4">
        <Eyebrow>
          {t.blog.featured}
          {category !== null && ` · ${t.blog.categories[category]}`}
        </Eyebrow>
        <h2 className="display text-3xl wrap-anywhere" lang={lang}>
          <a className={cardLink} href={localPath(`/blog/${slug}`)}>
            {title}
          </a>
        </h2>
        <p className="text-lg text-pretty text-muted" lang={lang}>
          {excerpt}
        </p>
        <ArticleFacts article={article} views={views} />
      </div>
    </article>
  )
}
