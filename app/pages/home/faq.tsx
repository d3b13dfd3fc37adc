import { fill } from '#app/i18n/catalogue.ts'
import { listOf } from '#app/i18n/format.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Eyebrow } from '#app/ui/eyebrow.tsx'

/** The questions, with the one about other platforms where some are on. */
export function useQuestions() {
  const { t, language } = useDocumentI18n()
  const { platforms } = useSite()
  const { items, others } = t.homeSections.faq
  if (platforms.length === 0) return items
  const answer = fill(others.answer, { platforms: listOf(platforms, language) })
  return [...items, { question: others.question, answer }]
}

/**
 * Questions, one open at a time: elements of one name close each other. Older browsers need
 * browser/frame.ts for that.
 */
export function Faq() {
  const { t, localPath } = useDocumentI18n()
  const questions = useQuestions()
  return (
    <section id="faq" className="py-14 md:py-20 xl:py-28">
      <div className="wrap grid gap-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-x-20">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <Eyebrow>{t.homeSections.faq.eyebrow}</Eyebrow>
          <h2 className="display mt-3 text-4xl">{t.homeSections.faq.heading}</h2>
          <p className="mt-5 text-lg text-pretty text-muted">{t.homeSections.faq.more}</p>
          <a className={`${button({ look: 'quiet' })} mt-5`} href={localPath('/help')}>
            {t.homeSections.faq.moreLink}
          </a>
        </div>
        <div data-exclusive="">
          {questions.map(({ question, answer }, index) => (
            <Disclosure key={question} heading={<h3>{question}</h3>} name="faq" open={index === 0}>
              <p className="max-w-2xl pe-10 pb-6 wrap-anywhere text-muted">{answer}</p>
            </Disclosure>
          ))}
        </div>
      </div>
    </section>
  )
}
