import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { note } from '#app/ui/note.ts'
import { PageTitle } from '#app/ui/site/head/page-title.tsx'
import type { Fragment, SlotName } from './document.server.ts'
import { ServedHtml } from './served-html.tsx'

type Props = {
  document: Pick<Fragment, 'headings' | 'language'> & {
    /** `served` is HTML that isn't in the page's data. */
    html: (Fragment['html'][number] | { kind: 'served' })[]
  }
  slots?: Partial<Record<SlotName, React.ReactNode>>
}

/**
 * A document's content with components in its slots. Its HTML is the operator's own and isn't
 * escaped. An untranslated document has a note and its own `lang`.
 */
export function DocumentContent({ document, slots = {} }: Props) {
  const { t, language } = useI18n()
  const foreign = document.language !== language
  return (
    <>
      {foreign && <p className={`${note} mb-8 max-w-3xl`}>{t.pages.onlyEnglish}</p>}
      <div
        className={`page-content ${hasContents(document) ? besideContents : ''}`}
        lang={foreign ? document.language : undefined}
      >
        {document.html.map((piece, index) => {
          const key = `${index}`
          if (piece.kind === 'html') {
            return (
              <div
                key={key}
                className="prose"
                // biome-ignore lint/security/noDangerouslySetInnerHtml: documents are the operator's
                dangerouslySetInnerHTML={{ __html: piece.html }}
              />
            )
          }
          if (piece.kind === 'served') {
            return <ServedHtml key={key} index={index} className="prose" />
          }
          return piece.name === 'contents' ? (
            <Contents
              key={key}
              headings={document.headings}
              lang={foreign ? language : undefined}
            />
          ) : (
            <div key={key} lang={foreign ? language : undefined}>
              {slots[piece.name]}
            </div>
          )
        })}
      </div>
    </>
  )
}

export function hasContents({ html }: Pick<Props['document'], 'html'>): boolean {
  return html.some((piece) => piece.kind === 'slot' && piece.name === 'contents')
}

export const besideContents =
  'lg:grid lg:grid-cols-[minmax(0,44rem)_16rem] lg:justify-between lg:gap-x-10'

/** A list of sections: folded on small screens, beside the text on wide ones. */
export function Contents({
  headings,
  lang,
}: {
  headings: Fragment['headings']
  lang: string | undefined
}) {
  const { t } = useI18n()
  return (
    <div className="print:hidden lg:col-start-2 lg:row-span-20 lg:row-start-1">
      <details className="my-7 rounded-lg border border-line px-4 py-1 text-sm lg:sticky lg:top-24 lg:mt-2 lg:mb-0 lg:max-h-[calc(100vh-8rem)] lg:overflow-y-auto lg:rounded-none lg:border-0 lg:border-s-2 lg:details-content:[content-visibility:visible]">
        <summary
          className="min-h-11 cursor-pointer content-center font-bold lg:supports-[selector(::details-content)]:pointer-events-none lg:supports-[selector(::details-content)]:list-none"
          lang={lang}
        >
          {t.pages.contents}
        </summary>
        <nav aria-label={t.pages.contents}>
          <ol className="pb-3">
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a
                  className="flex min-h-11 items-center py-1.5 leading-tight wrap-anywhere text-muted decoration-accent decoration-2 underline-offset-4 hover:text-text hover:underline lg:min-h-0"
                  href={`#${id}`}
                >
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </details>
    </div>
  )
}

/** Shown instead of a document that is missing or has no content. */
export function DocumentProblem() {
  const { t, localPath } = useI18n()
  return (
    <div className="wrap-narrow py-14 md:py-20 xl:py-28">
      <PageTitle title={t.pages.problemTitle} />
      <meta name="robots" content="noindex" />
      <h1 className="display text-3xl">{t.pages.problemTitle}</h1>
      <p className="text-lg text-pretty text-muted mt-4">{t.pages.problem}</p>
      <p className="mt-8">
        <a className={button()} href={localPath('/')}>
          {t.notFound.back}
        </a>
      </p>
    </div>
  )
}
