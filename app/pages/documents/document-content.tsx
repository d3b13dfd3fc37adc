import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Fragment, SlotName } from './document.server.ts'
import { ServedHtml } from './served-html.tsx'

type Props = {
  document: Pick<Fragment, 'headings' | 'language'> & {
    /** `served` is HTML that is no part of the page's data. */
    html: (Fragment['html'][number] | { kind: 'served' })[]
  }
  slots?: Partial<Record<SlotName, React.ReactNode>>
}

/**
 * The inside of a document with components where its slots are. Its HTML is the operator's own and
 * goes into the page as it is. One that is not translated says so, and says its language.
 */
export function DocumentContent({ document, slots = {} }: Props) {
  const { t, language } = useI18n()
  const foreign = document.language !== language
  return (
    <>
      {foreign && <p className="note mb-8 max-w-3xl">{t.pages.onlyEnglish}</p>}
      <div className="page-content" lang={foreign ? document.language : undefined}>
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

/** The sections of the document: folded on small screens, beside the text on wide ones. */
export function Contents({
  headings,
  lang,
}: {
  headings: Fragment['headings']
  lang: string | undefined
}) {
  const { t } = useI18n()
  return (
    <div className="toc-slot">
      <details className="toc">
        <summary lang={lang}>{t.pages.contents}</summary>
        <nav aria-label={t.pages.contents}>
          <ol>
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ol>
        </nav>
      </details>
    </div>
  )
}

/** Said in the place of a document that is not there or has no content. */
export function DocumentProblem() {
  const { t, localPath } = useI18n()
  return (
    <div className="wrap-narrow section">
      <title>{t.pages.problemTitle}</title>
      <meta name="robots" content="noindex" />
      <h1 className="display text-3xl">{t.pages.problemTitle}</h1>
      <p className="lead mt-4">{t.pages.problem}</p>
      <p className="mt-8">
        <a className="button" href={localPath('/')}>
          {t.notFound.back}
        </a>
      </p>
    </div>
  )
}
