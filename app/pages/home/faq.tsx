import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '#app/i18n/use-i18n.ts'

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
    <section id="faq" className="section">
      <div className="wrap faq-grid">
        <div className="faq-head">
          <p className="eyebrow">{t.home.faq.eyebrow}</p>
          <h2 className="display mt-3 text-4xl">{t.home.faq.heading}</h2>
          <p className="lead mt-5">{t.home.faq.more}</p>
          <a className="button-quiet mt-5" href={localPath('/help')}>
            {t.home.faq.moreLink}
          </a>
        </div>
        <div className="faq">
          {t.home.faq.items.map(({ question, answer }, index) => (
            <details
              key={question}
              name="faq"
              open={index === shown}
              onToggle={(event) => follow(index, event.currentTarget.open)}
            >
              <summary>
                <h3>{question}</h3>
                <Plus aria-hidden="true" size={24} />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
