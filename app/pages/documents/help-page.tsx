import { Plus } from 'lucide-react'
import { data } from 'react-router'
import { plural } from '#app/i18n/catalogue.ts'
import { useDocumentI18n, useI18n } from '#app/i18n/use-i18n.ts'
import { Seo } from '#app/ui/site/head/seo.tsx'
import { ModuleScript } from '#app/ui/site/page-scripts.tsx'
import type { Route } from './+types/help-page'
import script from './browser/help.ts?worker&url'
import { Contents, DocumentProblem } from './document-content.tsx'
import { type DocumentSection, splitSections } from './document-sections.ts'
import { readPageDocument } from './page-document.server.ts'
import { wordSearch } from './word-search.ts'

const maxQueryLength = 100

/** The help's document as sections that open, and a search in them: `?q=` works without a script too. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const read = await readPageDocument(url, params.lang)
  if (!read.ok) return data(null, { status: read.status })
  const { document, description } = read
  const { title, metas, headings, language } = document
  const html = document.html.map((piece) => (piece.kind === 'html' ? piece.html : '')).join('')
  const { intro, sections } = splitSections(html)
  const query = (url.searchParams.get('q') ?? '').slice(0, maxQueryLength).trim()
  const matches = wordSearch(query)
  return data({
    document: { title, metas, headings, language },
    description,
    intro,
    query,
    searched: matches !== null,
    sections: matches === null ? sections : sections.flatMap((section) => found(section, matches)),
  })
}

/** A section with the entries that match; a title that matches brings all of them. */
function found(section: DocumentSection, matches: (text: string) => boolean): DocumentSection[] {
  const entries = section.entries.filter(({ text }) => matches(`${section.title} ${text}`))
  return entries.length === 0 ? [] : [{ ...section, entries }]
}

export default function HelpPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n()
  if (loaderData === null) return <DocumentProblem />
  const { document, description, intro, query, searched, sections } = loaderData
  const foreign = document.language !== language
  const lang = foreign ? document.language : undefined
  return (
    <div className="wrap page-head">
      <Seo title={document.title} description={description} metas={document.metas} />
      {searched && <meta name="robots" content="noindex" />}
      {foreign && <p className="note mb-8 max-w-3xl">{t.pages.onlyEnglish}</p>}
      <div className="page-content help">
        <Html className="prose" html={intro} lang={lang} />
        <SearchForm query={query} found={searched ? count(sections) : null} />
        {!searched && <Contents headings={document.headings} lang={lang} />}
        <div className="faq" lang={lang}>
          {sections.map(({ id, title, entries }, index) => (
            <details key={title} id={id ?? undefined} open={searched || index === 0}>
              <summary>
                <h2>{title}</h2>
                <Plus aria-hidden="true" size={24} />
              </summary>
              {entries.map(({ html }) => (
                <Html key={html} className="prose help-entry" html={html} />
              ))}
            </details>
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

/** `found` is how many answers a query has, null before there is one. */
function SearchForm({ query, found }: { query: string; found: number | null }) {
  const { t, language, localPath } = useDocumentI18n()
  const { label, submit, found: texts, none, all } = t.helpSearch
  return (
    <search>
      <form className="help-search" action={localPath('/help')}>
        <label className="label" htmlFor="help-query">
          {label}
        </label>
        <div className="copy-row">
          <input
            id="help-query"
            className="field"
            type="search"
            name="q"
            defaultValue={query}
            maxLength={maxQueryLength}
            autoComplete="off"
          />
          <button type="submit" className="button">
            {submit}
          </button>
        </div>
        <p
          role="status"
          data-one={texts.one ?? texts.other}
          data-other={texts.other}
          data-none={none}
        >
          {found === 0 ? none : found !== null && plural(texts, found, language)}
        </p>
        {found !== null && (
          <a className="link" href={localPath('/help')}>
            {all}
          </a>
        )}
      </form>
    </search>
  )
}

function Html({
  html,
  className,
  lang,
}: {
  html: string
  className: string
  lang?: string | undefined
}) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: documents are the operator's
    <div className={className} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
