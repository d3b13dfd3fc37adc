import { data } from 'react-router'
import prose from '#app/css/prose.css?url'
import { plural } from '#app/i18n/catalogue.ts'
import { useDocumentI18n, useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { field, label } from '#app/ui/field.ts'
import { link } from '#app/ui/link.ts'
import { note } from '#app/ui/note.ts'
import { Seo } from '#app/ui/site/head/seo.tsx'
import { ModuleScript } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/help-page'
import script from './browser/help.ts?worker&url'
import { besideContents, Contents, DocumentProblem } from './document-content.tsx'
import { type DocumentSection, splitSections } from './document-sections.ts'
import { readPageDocument } from './page-document.server.ts'
import { wordSearch } from './word-search.ts'

const maxQueryLength = 100

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: prose }]

/** The help document as sections that open, with a search: `?q=` works without a script. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const read = await readPageDocument(url, params.lang)
  if (!read.ok) return data(null, { status: read.status })
  const { document, description, writtenIn } = read
  const { title, metas, headings, language } = document
  const html = document.html.map((piece) => (piece.kind === 'html' ? piece.html : '')).join('')
  const { intro, sections } = splitSections(html)
  const query = (url.searchParams.get('q') ?? '').slice(0, maxQueryLength).trim()
  const matches = wordSearch(query)
  return data({
    document: { title, metas, headings, language },
    description,
    writtenIn,
    intro,
    query,
    searched: matches !== null,
    sections: matches === null ? sections : sections.flatMap((section) => found(section, matches)),
  })
}

/** Returns a section with its matching entries. A matching title keeps all of them. */
function found(section: DocumentSection, matches: (text: string) => boolean): DocumentSection[] {
  const entries = section.entries.filter(({ text }) => matches(`${section.title} ${text}`))
  return entries.length === 0 ? [] : [{ ...section, entries }]
}

export default function HelpPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n()
  if (loaderData === null) return <DocumentProblem />
  const { document, description, writtenIn, intro, query, searched, sections } = loaderData
  const foreign = document.language !== language
  const lang = foreign ? document.language : undefined
  return (
    <div className="wrap-text pt-8 pb-6 md:pt-12 lg:pt-16 lg:pb-10">
      <Seo
        title={document.title}
        description={description}
        metas={document.metas}
        writtenIn={writtenIn}
      />
      {searched && <meta name="robots" content="noindex" />}
      {foreign && <p className={`${note} mb-8 max-w-3xl`}>{t.pages.onlyEnglish}</p>}
      <div
        className={`page-content group pb-14 md:pb-20 xl:pb-28 ${searched ? '' : besideContents}`}
        data-help=""
      >
        <Html className="prose" html={intro} lang={lang} />
        <SearchForm query={query} found={searched ? count(sections) : null} />
        {!searched && (
          <div className="contents max-lg:hidden group-data-searching:hidden">
            <Contents headings={document.headings} lang={lang} />
          </div>
        )}
        <div className="w-full max-w-3xl" lang={lang} data-help-sections="">
          {sections.map(({ id, title, entries }, index) => (
            <Disclosure
              key={title}
              heading={<h2>{title}</h2>}
              id={id ?? undefined}
              open={searched || index === 0}
            >
              {entries.map(({ html }) => (
                <Html
                  key={html}
                  className="prose pb-6 [&>h3:first-child]:mt-0"
                  html={html}
                  data-help-entry=""
                />
              ))}
            </Disclosure>
          ))}
        </div>
      </div>
      <ModuleScript src={script} />
    </div>
  )
}

function count(sections: DocumentSection[]): number {
  return sections.reduce((sum, { entries }) => sum + entries.length, 0)
}

/** `found` is the query's number of answers, or null without a query. */
function SearchForm({ query, found }: { query: string; found: number | null }) {
  const { t, language, localPath } = useDocumentI18n()
  const { submit, found: texts, none, all } = t.helpSearch
  return (
    <search className="print:hidden">
      <form className="my-7 max-w-3xl" action={localPath('/help')}>
        <label className={label} htmlFor="help-query">
          {t.helpSearch.label}
        </label>
        <div className="flex gap-2.5">
          <input
            id="help-query"
            className={field()}
            type="search"
            name="q"
            defaultValue={query}
            maxLength={maxQueryLength}
            autoComplete="off"
          />
          <button type="submit" className={button()}>
            {submit}
          </button>
        </div>
        <p
          className="mt-2 min-h-6"
          role="status"
          data-one={texts.one ?? texts.other}
          data-other={texts.other}
          data-none={none}
        >
          {found === 0 ? none : found !== null && plural(texts, found, language)}
        </p>
        {found !== null && (
          <a className={link} href={localPath('/help')}>
            {all}
          </a>
        )}
      </form>
    </search>
  )
}

function Html({
  html,
  ...element
}: {
  html: string
  className: string
  lang?: string | undefined
  'data-help-entry'?: ''
}) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: documents are the operator's
  return <div {...element} dangerouslySetInnerHTML={{ __html: html }} />
}
