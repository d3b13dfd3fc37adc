import { Fragment } from 'react'
import articles from '#app/css/articles.css?url'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { signUpStamp } from '#app/newsletter/newsletter.server.ts'
import { NewsletterBox } from '#app/newsletter/ui/newsletter-box.tsx'
import { articleCategories } from '#app/pages/documents/article-categories.ts'
import { articleViews, listArticles } from '#app/pages/documents/articles.server.ts'
import { pageLanguage } from '#app/settings/site-language.server.ts'
import { chip } from '#app/ui/chip.ts'
import { note } from '#app/ui/note.ts'
import { Seo } from '#app/ui/site/head/seo.tsx'
import type { Route } from './+types/blog'
import { ArticleCard, FeaturedArticle } from './article-card.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: articles }]

/** `?category=Guide` shows one category, any other value all. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const wanted = url.searchParams.get('category')
  const category = articleCategories.find((known) => known === wanted) ?? null
  const all = await listArticles(pageLanguage(params.lang))
  const shown = category === null ? all : all.filter((article) => article.category === category)
  const featured = shown.find((article) => article.featured) ?? shown[0] ?? null
  return {
    category,
    categories: articleCategories,
    featured,
    articles: shown.filter((article) => article !== featured),
    views: await articleViews(),
    formStamp: signUpStamp(),
  }
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { t, language, localPath } = useDocumentI18n()
  const { category, categories, featured, articles, views } = loaderData
  const foreign = [featured, ...articles].some(
    (article) => article !== null && article.language !== language,
  )
  return (
    <div className="wrap pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
      <Seo title={t.blog.title} description={t.blog.description} />
      <h1 className="display text-4xl">{t.blog.heading}</h1>
      <p className="text-lg text-pretty text-muted mt-4 max-w-3xl">{t.blog.lead}</p>
      {foreign && <p className={`${note} mt-6 max-w-3xl`}>{t.blog.onlyEnglish}</p>}
      <nav className="flex flex-wrap gap-2 mt-8" aria-label={t.blog.filter}>
        <a
          className={chip}
          href={localPath('/blog')}
          aria-current={category === null ? 'page' : undefined}
        >
          {t.blog.categories.All}
        </a>{' '}
        {categories.map((name) => (
          <Fragment key={name}>
            <a
              className={chip}
              href={`${localPath('/blog')}?category=${name}`}
              aria-current={category === name ? 'page' : undefined}
            >
              {t.blog.categories[name]}
            </a>{' '}
          </Fragment>
        ))}
      </nav>
      <div className="mt-8 grid grid-cols-1 gap-6">
        {featured === null ? (
          <p className="text-lg text-pretty text-muted">{t.blog.empty}</p>
        ) : (
          <FeaturedArticle article={featured} views={views.get(featured.slug)} />
        )}
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {articles.map((article) => (
            <ArticleCard key={article.slug} article={article} views={views.get(article.slug)} />
          ))}
        </div>
        <NewsletterBox formStamp={loaderData.formStamp} />
      </div>
    </div>
  )
}
