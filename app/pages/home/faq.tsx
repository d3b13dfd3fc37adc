import { useState } from 'react'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Eyebrow } from '#app/ui/eyebrow.tsx'

/**
 * Questions, of which one is open at a time: elements of one name close each other. Older browsers
 * do not know that and need the page to run.
 */
export function Faq() {
  const { t, localPath } = useI18n()
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
          {t.home.faq.items.map(({ question, answer }, index) => (
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
