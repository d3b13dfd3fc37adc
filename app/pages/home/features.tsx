import {
  BadgeCheck,
  Cookie,
  FileCode2,
  Images,
  Infinity as InfinityIcon,
  Music,
  Stamp,
  UserRoundX,
} from 'lucide-react'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { useVisit } from '#app/ui/site/use-visit.ts'

const features = [
  { name: 'watermark', Icon: Stamp },
  { name: 'hd', Icon: BadgeCheck },
  { name: 'mp3', Icon: Music },
  { name: 'slideshow', Icon: Images },
  { name: 'registration', Icon: UserRoundX },
  { name: 'free', Icon: InfinityIcon },
  { name: 'script', Icon: FileCode2 },
  { name: 'cookies', Icon: Cookie },
] as const

/** What a visitor gets, and what they are spared. */
export function Features() {
  const { t } = useI18n()
  const tagged = useVisit().consent !== 'none needed'
  return (
    <section id="features" className="band features">
      <div className="wrap section">
        <p className="eyebrow">{t.home.features.eyebrow}</p>
        <h2 className="display mt-3 max-w-3xl text-4xl">{t.home.features.heading}</h2>
        <ul className="feature-list">
          {features.map(({ name, Icon }) => {
            const said = name === 'cookies' && tagged ? 'choice' : name
            return (
              <li key={name}>
                <Icon aria-hidden="true" size={26} />
                <div>
                  <h3 className="display text-xl">{t.home.features[`${said}Title`]}</h3>
                  <p className="mt-2 text-muted">{t.home.features[said]}</p>
                </div>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
