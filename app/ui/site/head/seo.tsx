import { useLocation } from 'react-router'
import { fill, type Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { jsonLdText, type Thing } from './json-ld.ts'

const territories: Record<Language, string> = {
  en: 'en_US',
  es: 'es_ES',
  fr: 'fr_FR',
  de: 'de_DE',
  pt: 'pt_BR',
}

/** What of a document's own meta tags is for its readers; the rest is for this program. */
const applied = /^(description|robots|author|(og|article|twitter):.+)$/

/**
 * The public addresses of a page, by default of the one that is shown, from APP_URL and never from
 * the request's Host.
 */
export function usePageAddress(page?: string) {
  const { pathname } = useLocation()
  const { language } = useI18n()
  const { appUrl, siteName, defaultLanguage } = useSite()
  const path = page ?? neutralPath(pathname)
  return {
    appUrl,
    siteName,
    defaultLanguage,
    /** This page in one of the site's languages. */
    inLanguage: (code: Language) => appUrl + localPath(path, code, defaultLanguage),
    /** Another page of the site in this page's language. */
    address: (other: string) => appUrl + localPath(other, language, defaultLanguage),
    canonical: appUrl + localPath(path, language, defaultLanguage),
    socialCard: `${appUrl}/social-card.png`,
  }
}

/** What makes a page's address that of a result: `?post=…`, else nothing. */
function useResultQuery(): string {
  const post = new URLSearchParams(useLocation().search).get('post')
  return post !== null && /^\d+$/.test(post) ? `?post=${post}` : ''
}

/** A meta element of a document. */
export type Meta = { name: string; content: string } | { property: string; content: string }

/**
 * The head of a public page: title, description, canonical address, its versions in the other
 * languages, what a shared link looks like, and what search engines read. A document's own title and
 * `metas` are applied as they are; those of the site's other pages name the site.
 */
export function Seo({
  title,
  description,
  path,
  metas,
  card,
  things,
}: {
  title: string
  description: string
  /** Without a language; only where it differs from the address that is shown. */
  path?: string
  metas?: Meta[]
  /** The path of a social card of its own, 1200 by 630; by default the site's. */
  card?: string | undefined
  things?: Thing[]
}) {
  const { t, language } = useI18n()
  const page = usePageAddress(path)
  const image = card === undefined ? page.socialCard : page.appUrl + card
  const tags = new Map<string, string>([
    ['description', description],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:image', image],
    ['og:site_name', page.siteName],
    ['twitter:card', 'summary_large_image'],
  ])
  for (const meta of metas ?? []) {
    const name = 'name' in meta ? meta.name : meta.property
    if (applied.test(name)) tags.set(name, meta.content)
  }
  const ownImage = tags.get('og:image') === image
  for (const name of ['title', 'description', 'image']) {
    const content = tags.get(`og:${name}`)
    if (content !== undefined && !tags.has(`twitter:${name}`)) tags.set(`twitter:${name}`, content)
  }
  const result = useResultQuery()
  // Phones share a page by its canonical address, so a result has its own. No search engine lists it.
  const shared = page.canonical + result
  if (result !== '') tags.set('robots', 'noindex')
  tags.set('og:url', shared)
  tags.set('og:locale', territories[language])
  return (
    <>
      <title>{metas === undefined ? `${title} · ${page.siteName}` : title}</title>
      {[...tags].map(([name, content]) =>
        /^(og|article):/.test(name) ? (
          <meta key={name} property={name} content={content} />
        ) : (
          <meta key={name} name={name} content={content} />
        ),
      )}
      {ownImage && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta
            property="og:image:alt"
            content={card === undefined ? fill(t.seo.cardAlt, { site: page.siteName }) : title}
          />
        </>
      )}
      {languages
        .filter((code) => code !== language)
        .map((code) => (
          <meta key={code} property="og:locale:alternate" content={territories[code]} />
        ))}
      <link rel="canonical" href={shared} />
      {languages.map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={page.inLanguage(code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={page.inLanguage(page.defaultLanguage)} />
      <link
        rel="alternate"
        type="application/atom+xml"
        title={fill(t.seo.feedTitle, { site: page.siteName })}
        href="/blog/feed.xml"
      />
      {things !== undefined && <JsonLd things={things} />}
    </>
  )
}

/**
 * What search engines read of a page, from the server alone: the browser leaves it as it is, and loads
 * no code for it. A block of data: no script policy blocks it.
 */
function JsonLd({ things }: { things: Thing[] }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: jsonLdText escapes what could end it
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? jsonLdText(things) : '' }}
    />
  )
}
