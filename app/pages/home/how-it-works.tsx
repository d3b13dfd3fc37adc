import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { Eyebrow } from '#app/ui/eyebrow.tsx'
import { HomeIcon } from './home-icon.tsx'

const steps = [
  { name: 'copy', fill: 'text-ink [--fill:var(--coral)]' },
  { name: 'paste', fill: 'text-ink [--fill:var(--mint)]' },
  { name: 'save', fill: 'text-page [--fill:var(--text)]' },
] as const

export function HowItWorks() {
  const { t } = useDocumentI18n()
  return (
    <section id="how-it-works" className="py-14 md:py-20 xl:py-28">
      <div className="wrap">
        <Eyebrow>{t.homeSections.steps.eyebrow}</Eyebrow>
        <h2 className="display mt-3 text-4xl">{t.homeSections.steps.heading}</h2>
        <ol className="mt-8 grid grid-cols-1 gap-8 lg:mt-16 lg:grid-cols-3 lg:gap-10">
          {steps.map(({ name, fill }, index) => (
            <li key={name} className="flex gap-5 lg:nth-2:mt-10 lg:nth-3:mt-20">
              <div
                className={`display notch flex h-36 w-20 flex-none flex-col justify-between rounded-lg p-3 text-4xl/none [--cut:1.4rem] ${fill}`}
                aria-hidden="true"
              >
                <HomeIcon name={name} />
                {/* Text browsers number the list themselves. */}
                <span className="before:content-[attr(data-step)]" data-step={index + 1} />
              </div>
              <div className="min-w-0">
                <h3 className="display text-2xl wrap-anywhere">
                  {t.homeSections.steps[`${name}Title`]}
                </h3>
                <p className="mt-2 text-muted">{t.homeSections.steps[name]}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
