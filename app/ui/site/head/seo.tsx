import { useLocation } from 'react-router'
import { fill, type Language } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { localPath, neutralPath } from '#app/i18n/local-path.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useDocumentI18n, useI18n } from '#app/i18n/use-i18n.ts'
import { jsonLdText, type Thing } from './json-ld.ts'
import { PageTitle } from './page-title.tsx'
import { siteCardPath } from './site-card.ts'

const territories: Record<Language, string> = {
  en: 'en_US',
  // Latin America, like the texts.
  es: 'es_LA',
  fr: 'fr_FR',
  de: 'de_DE',
  pt: 'pt_BR',
}

/** A document's meta tags that are meant for its readers; the rest is for this program. */
const applied = /^(description|robots|author|dcterms\.modified|(og|article|twitter):.+)$/

/**
 * Returns the page's public addresses, from APP_URL and never from the request's Host. A language
 * that the text isn't written in shows the English text under the English address.
 */
export function usePageAddress(writtenIn: readonly Language[] = languages) {
  const { pathname } = useLocation()
  const { language } = useI18n()
  const { appUrl, siteName, defaultLanguage } = useSite()
  const path = neutralPath(pathname)
  const inLanguage = (code: Language) => appUrl + localPath(path, code, defaultLanguage)
  const versionFor = (code: Language) =>
    writtenIn.find((own) => own === code) ?? writtenIn[0] ?? code
  const ownVersion = versionFor(language)
  return {
    appUrl,
    siteName,
    ownVersion,
    versions: writtenIn.map((code) => [code, inLanguage(code)] as const),
    byDefault: inLanguage(versionFor(defaultLanguage)),
    /** Another page's address in this page's language. */
    address: (other: string) => appUrl + localPath(other, language, defaultLanguage),
    canonical: inLanguage(ownVersion),
    socialCard: appUrl + siteCardPath(ownVersion),
  }
}

/** Returns `?post=…` for a result's page, otherwise ''. */
function useResultQuery(): string {
  const post = new URLSearchParams(useLocation().search).get('post')
  return post !== null && /^[\w:.-]{1,120}$/.test(post) ? `?post=${post}` : ''
}

export type Meta = { name: string; content: string } | { property: string; content: string }

type SeoProps = {
  title: string
  description: string
  metas?: Meta[]
  /** Languages of the text; by default all. */
  writtenIn?: readonly Language[]
  /** Path of its own social card, 1200 by 630; by default the site's. */
  card?: string | undefined
  things?: Thing[]
  /** True if the page's form was refused. */
  refused?: boolean
}

/**
 * A public page's head: title, description, canonical address, alternate languages, link previews
 * and structured data. A document's own title and `metas` apply unchanged; other pages add the
 * site's name.
 */
export function Seo(props: SeoProps) {
  const { title, metas, writtenIn, refused } = props
  const page = usePageAddress(writtenIn)
  // Phones share the canonical address, so a result has its own.
  const shared = page.canonical + useResultQuery()
  return (
    <>
      <PageTitle title={title} whole={metas !== undefined} refused={refused} />
      <link rel="canonical" href={shared} />
      {import.meta.env.SSR && <TagsForPrograms {...props} />}
    </>
  )
}

/**
 * Tags that only other programs read, from the document. The server alone renders them, and
 * browsers keep them as they were sent.
 */
function TagsForPrograms({ title, description, metas, card, things, writtenIn }: SeoProps) {
  const { t } = useDocumentI18n()
  const page = usePageAddress(writtenIn)
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
  // Search engines don't list it.
  if (result !== '') tags.set('robots', 'noindex')
  tags.set('og:url', page.canonical + result)
  tags.set('og:locale', territories[page.ownVersion])
  return (
    <>
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
      {page.versions
        .filter(([code]) => code !== page.ownVersion)
        .map(([code]) => (
          <meta key={code} property="og:locale:alternate" content={territories[code]} />
        ))}
      {page.versions.map(([code, href]) => (
        <link key={code} rel="alternate" hrefLang={code} href={href} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={page.byDefault} />
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

/** Structured data for search engines. As a data block it is exempt from the script policy. */
export function JsonLd({ things }: { things: Thing[] }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: jsonLdText escapes what could end it
      dangerouslySetInnerHTML={{ __html: jsonLdText(things) }}
    />
  )
}
