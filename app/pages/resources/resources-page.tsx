import { Fragment } from 'react'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { chip } from '#app/ui/chip.ts'
import { Eyebrow } from '#app/ui/eyebrow.tsx'
import { EnglishNote } from '#app/ui/site/english-note.tsx'
import { Seo } from '#app/ui/site/head/seo.tsx'
import { badge, cardLink, pressCard } from '#app/ui/surface.ts'
import type { Route } from './+types/resources-page'
import { categories, categoryOf, categorySlug, type Resource, resourcesOf } from './resources.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { category: categoryOf(url.searchParams.get('category')) }
}

export default function ResourcesPage({ loaderData: { category } }: Route.ComponentProps) {
  const { t, language, localPath } = useDocumentI18n()
  const shown = resourcesOf(category)
  const path = localPath('/resources')
  return (
    <div className="wrap pb-14 md:pb-20 xl:pb-28">
      <Seo title={t.resources.title} description={t.resources.description} />
      <div className="pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
        <Eyebrow>{t.resources.eyebrow}</Eyebrow>
        <h1 className="display mt-4 text-4xl">{t.resources.heading}</h1>
        <p className="text-lg text-pretty text-muted mt-4 max-w-2xl">{t.resources.lead}</p>
      </div>
      <nav aria-label={t.resources.filter} className="flex flex-wrap gap-2">
        <a className={chip} href={path} aria-current={category === null ? 'page' : undefined}>
          {t.resources.all}
        </a>{' '}
        {categories.map(({ category: name, count }) => (
          <Fragment key={name}>
            <a
              className={`group ${chip}`}
              href={`${path}?category=${categorySlug(name)}`}
              aria-current={category === name ? 'page' : undefined}
            >
              {`${t.resources.categories[name]} `}
              <span className="ms-2 font-medium text-muted tabular-nums group-aria-[current]:text-inherit">
                {count}
              </span>
            </a>{' '}
          </Fragment>
        ))}
      </nav>
      <EnglishNote text={t.resources.onlyEnglish} />
      <h2 className="display mt-10 text-2xl">
        {category === null ? t.resources.all : t.resources.categories[category]}
      </h2>
      <p className="mt-1 text-xs text-muted">
        {`${plural(t.resources.count, shown.length, language)} ${t.resources.ownOpinion}`}
      </p>
      <StarShape />
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 mt-6">
        {shown.map((resource) => (
          <ResourceCard key={resource.url} resource={resource} />
        ))}
      </ul>
    </div>
  )
}

function ResourceCard({ resource }: { resource: Resource }) {
  const { t } = useDocumentI18n()
  const { name, description, url, category, rating, paid, featured } = resource
  return (
    <li className={`${pressCard} flex flex-col gap-3`}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-sm text-muted">{t.resources.categories[category]}</p>
        <Stars rating={rating} />
      </div>
      <h3 className="text-xl font-bold leading-tight">
        <a className={cardLink} href={url} rel="noopener external" lang="en">
          {name}
        </a>
      </h3>
      <p lang="en">{description}</p>
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-2">
        {featured && <span className={`${badge} bg-mint text-ink`}>{t.resources.featured}</span>}{' '}
        {!paid && <span className={`${badge} bg-sunken`}>{t.resources.free}</span>}{' '}
        <span className="ms-auto min-w-0 truncate text-sm text-muted">
          {new URL(url).hostname.replace(/^www\./, '')}
          <span aria-hidden="true"> ↗</span>
        </span>
      </div>
    </li>
  )
}

const places = [0, 1, 2, 3, 4]

/** A rating out of five whole stars, rounded down. Needs `StarShape`. */
function Stars({ rating }: { rating: number }) {
  const { t } = useDocumentI18n()
  const count = Math.floor(rating)
  return (
    <svg
      className="flex-none fill-line"
      width="100"
      height="20"
      role="img"
      aria-label={fill(t.resources.rated, { count })}
    >
      {places.map((place) => (
        <use
          key={place}
          href="#star"
          x={place * 20}
          className={place < count ? 'fill-accent' : undefined}
        />
      ))}
    </svg>
  )
}

/** Once on the page: a shape in each star would double a long list's size. */
function StarShape() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <symbol id="star" viewBox="0 0 20 20" width="20" height="20">
        <path d="M10 1.6l2.6 5.3 5.8.85-4.2 4.1 1 5.75L10 14.9l-5.2 2.7 1-5.75-4.2-4.1 5.8-.85Z" />
      </symbol>
    </svg>
  )
}
