import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { Eyebrow } from '#app/ui/eyebrow.tsx'
import { useVisit } from '#app/ui/site/use-visit.ts'
import { HomeIcon } from './home-icon.tsx'

const features = [
  'watermark',
  'hd',
  'mp3',
  'slideshow',
  'registration',
  'free',
  'script',
  'cookies',
] as const

export function Features() {
  const { t } = useDocumentI18n()
  const tagged = useVisit().consent !== 'none needed'
  return (
    <section
      id="features"
      className="band notch relative [--cut:2.5rem] [--fill:var(--page)] before:corner before:absolute before:top-0 before:right-0 before:size-[calc(0.9*var(--cut))] md:[--cut:4rem] lg:[--cut:6rem]"
    >
      <div className="wrap py-14 md:py-20 xl:py-28">
        <Eyebrow>{t.homeSections.features.eyebrow}</Eyebrow>
        <h2 className="display mt-3 max-w-3xl text-4xl">{t.homeSections.features.heading}</h2>
        <ul className="mt-8 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:mt-16 lg:grid-cols-4">
          {features.map((name) => {
            const said = name === 'cookies' && tagged ? 'choice' : name
            return (
              <li key={name} className="flex gap-4 border-t-2 border-line pt-5 sm:flex-col">
                <HomeIcon className="flex-none text-mint" name={name} />
                <div>
                  <h3 className="display text-xl">{t.homeSections.features[`${said}Title`]}</h3>
                  <p className="mt-2 text-muted">{t.homeSections.features[said]}</p>
                </div>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
