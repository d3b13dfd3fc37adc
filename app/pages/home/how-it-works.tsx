import { ClipboardPaste, Download, Link } from 'lucide-react'
import { useI18n } from '#app/i18n/use-i18n.ts'

const steps = [
  { name: 'copy', Icon: Link },
  { name: 'paste', Icon: ClipboardPaste },
  { name: 'save', Icon: Download },
] as const

/** Three steps, each with an upright frame of its own. */
export function HowItWorks() {
  const { t } = useI18n()
  return (
    <section id="how-it-works" className="section">
      <div className="wrap">
        <p className="eyebrow">{t.home.steps.eyebrow}</p>
        <h2 className="display mt-3 text-4xl">{t.home.steps.heading}</h2>
        <ol className="moves">
          {steps.map(({ name, Icon }, index) => (
            <li key={name} className="move">
              <div className="move-frame" aria-hidden="true">
                <Icon size={26} />
                <span>{index + 1}</span>
              </div>
              <div>
                <h3 className="display text-2xl">{t.home.steps[`${name}Title`]}</h3>
                <p className="mt-2 text-muted">{t.home.steps[name]}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
