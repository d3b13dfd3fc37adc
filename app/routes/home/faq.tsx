import { Plus } from 'lucide-react'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** Questions of which one is open at a time: elements of one name close each other, no script. */
export function Faq() {
  const { t, localPath } = useI18n()
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
            <details key={question} name="faq" open={index === 0}>
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
