import { useState } from 'react'
import { fill } from '#app/i18n/catalogue.ts'
import { listOf } from '#app/i18n/format.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Eyebrow } from '#app/ui/eyebrow.tsx'

/** The questions, with the one about other platforms where some are on. */
export function useQuestions() {
  const { t, language } = useI18n()
  const { platforms } = useSite()
  const { items, others } = t.home.faq
  if (platforms.length === 0) return items
  const answer = fill(others.answer, { platforms: listOf(platforms, language) })
  return [...items, { question: others.question, answer }]
}

/**
 * Questions, one open at a time: elements of one name close each other. Older browsers need React
 * for that.
 */
export function Faq() {
  const { t, localPath } = useI18n()
  const questions = useQuestions()
  const [shown, setShown] = useState<number | null>(0)
  const follow = (index: number, open: boolean) =>
    setShown((before) => (open ? index : before === index ? null : before))
  return (
    <section id="faq" className="py-14 md:py-20 xl:py-28">
      <div className="wrap grid gap-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-x-20">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <Eyebrow>{t.home.faq.eyebrow}</Eyebrow>
          <h2 className="display mt-3 text-4xl">{t.home.faq.heading}</h2>
          <p className="mt-5 text-lg text-pretty text-muted">{t.home.faq.more}</p>
          <a className={`${button({ look: 'quiet' })} mt-5`} href={localPath('/help')}>
            {t.home.faq.moreLink}
          </a>
        </div>
        <div>
          {questions.map(({ question, answer }, index) => (
            <Disclosure
              key={question}
              heading={<h3>{question}</h3>}
              name="faq"
              open={index === shown}
              onToggle={(event) => follow(index, event.currentTarget.open)}
            >
              <p className="max-w-2xl pe-10 pb-6 text-muted">{answer}</p>
            </Disclosure>
          ))}
        </div>
      </div>
    </section>
  )
}
