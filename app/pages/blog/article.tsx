import { data } from 'react-router'
import articles from '#app/css/articles.css?url'
import prose from '#app/css/prose.css?url'
import { localHref } from '#app/i18n/local-path.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { signUpStamp } from '#app/newsletter/newsletter.server.ts'
import { NewsletterBox } from '#app/newsletter/ui/newsletter-box.tsx'
import { log } from '#app/observe/log.server.ts'
import {
  articleOf,
  articleViews,
  listArticles,
  relatedArticles,
} from '#app/pages/documents/articles.server.ts'
import { documentLanguages, readDocument } from '#app/pages/documents/document.server.ts'
import { DocumentContent, DocumentProblem } from '#app/pages/documents/document-content.tsx'
import { publicFile } from '#app/pages/documents/public-files.server.ts'
import { defaultLanguage, pageLanguage } from '#app/settings/site-language.server.ts'
import { chip } from '#app/ui/chip.ts'
import { link } from '#app/ui/link.ts'
import { blogPosting, breadcrumbList, type Thing } from '#app/ui/site/head/json-ld.ts'
import { Seo, usePageAddress } from '#app/ui/site/head/seo.tsx'
import type { Route } from './+types/article'
import { ArticleCard } from './article-card.tsx'
import { ArticleCover } from './article-cover.tsx'
import { ArticleFacts } from './article-facts.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: prose },
  { rel: 'stylesheet', href: articles },
]

export async function loader({ params }: Route.LoaderArgs) {
  const { slug } = params
  const language = pageLanguage(params.lang)
  const read = await readDocument(`blog/${slug}`, language, (href) =>
    localHref(href, language, defaultLanguage()),
  )
  if (!read.ok) {
    if (read.reason === 'no_content') log.error({ slug }, 'an article has no content to show')
    return data(null, { status: read.reason === 'missing' ? 404 : 500 })
  }
  const { document } = read
  const article = articleOf(slug, document)
  const related = relatedArticles(await listArticles(language), article)
  return data({
    article,
    document,
    writtenIn: await documentLanguages(`blog/${slug}`),
    related,
    card: await socialCard(slug),
    views: await articleViews(),
    formStamp: signUpStamp(),
  })
}

/** Returns the address of the article's own social card, or null if none was drawn. */
async function socialCard(slug: string): Promise<string | null> {
  const address = `/blog-cards/${slug}.png`
  return (await publicFile(address)) === null ? null : address
}

export default function BlogArticle({ loaderData }: Route.ComponentProps) {
  const { t, language, localPath } = useDocumentI18n()
  const things = useThings(loaderData)
  if (loaderData === null) return <DocumentProblem />
  const { article, document, writtenIn, related, card, views, formStamp } = loaderData
  const lang = article.language === language ? undefined : article.language
  return (
    <div className="wrap-text pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
      <Seo
        title={article.title}
        description={article.excerpt}
        metas={document.metas}
        card={card ?? undefined}
        writtenIn={writtenIn}
        things={things}
      />
      <article>
        <nav aria-label={t.blog.breadcrumb}>
          <ol className="flex flex-wrap gap-x-2 text-sm text-muted">
            <li>
              <a className={`${link} inline-block min-h-6`} href={localPath('/')}>
                {t.blog.home}
              </a>
            </li>
            <li aria-hidden="true">/</li>
            <li>
              <a className={`${link} inline-block min-h-6`} href={localPath('/blog')}>
                {t.blog.heading}
              </a>
            </li>
            <li aria-hidden="true">/</li>
            <li aria-current="page" lang={lang}>
              {article.title}
            </li>
          </ol>
        </nav>
        <div className="mt-5 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          {article.category !== null && (
            <a
              className={chip}
              href={`${localPath('/blog')}?category=${article.category}`}
              aria-label={`${t.blog.category}: ${t.blog.categories[article.category]}`}
            >
              {t.blog.categories[article.category]}
            </a>
          )}
          <ArticleFacts article={article} views={views.get(article.slug)} />
        </div>
        <ArticleCover cover={article.cover} wide className="mb-8 max-w-[44rem]" />
        <DocumentContent document={document} />
      </article>
      <section className="mt-16 print:hidden" aria-labelledby="related">
        <h2 id="related" className="display text-2xl">
          {t.blog.related}
        </h2>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 mt-6">
          {related.map((item) => (
            <ArticleCard key={item.slug} article={item} views={views.get(item.slug)} heading="h3" />
          ))}
        </div>
      </section>
      <div className="mt-10">
        <NewsletterBox formStamp={formStamp} />
      </div>
    </div>
  )
}

/** Structured data of the article and the path to it. */
function useThings(loaderData: Route.ComponentProps['loaderData']): Thing[] {
  const { t } = useDocumentI18n()
  const { appUrl, siteName, address, canonical, socialCard } = usePageAddress(loaderData?.writtenIn)
  // A build constant: browsers don't load the rest.
  if (!import.meta.env.SSR || loaderData === null) return []
  const { article } = loaderData
  const publisher = { name: siteName, url: `${appUrl}/` }
  return [
    blogPosting({
      url: canonical,
      title: article.title,
      description: article.excerpt,
      language: article.language,
      image: loaderData.card === null ? socialCard : appUrl + loaderData.card,
      author: article.author ?? siteName,
      publisher,
      publishedAt: article.publishedAt,
      modifiedAt: article.modifiedAt,
      words: article.words,
      section: article.category,
    }),
    breadcrumbList([
      { name: t.blog.home, url: address('/') },
      { name: t.blog.heading, url: address('/blog') },
      { name: article.title, url: canonical },
    ]),
  ]
}
