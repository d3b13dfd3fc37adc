import type { Language } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ContentPiece, SlotName } from '#app/services/fragment-document.ts'

/**
 * The inside of a document with components where its slots are. Its HTML is the operator's own and
 * goes into the page as it is. One that is not translated says so, and says its language.
 */
export function DocumentContent({
  pieces,
  language: written,
  slots = {},
}: {
  pieces: ContentPiece[]
  language: Language
  slots?: Partial<Record<SlotName, React.ReactNode>>
}) {
  const { t, language } = useI18n()
  const foreign = written !== language
  return (
    <>
      {foreign && <p className="note mb-8 max-w-3xl">{t.pages.onlyEnglish}</p>}
      <div className="page-content" lang={foreign ? written : undefined}>
        {pieces.map((piece, index) => {
          const key = `${index}`
          return piece.kind === 'html' ? (
            <div
              key={key}
              className="prose"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: documents are the operator's
              dangerouslySetInnerHTML={{ __html: piece.html }}
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
