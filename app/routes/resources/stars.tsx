import { Star } from 'lucide-react'
import { fill } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** A rating as whole stars out of five, rounded down: a half is no star. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useI18n()
  const count = Math.floor(rating)
  return (
    <span className="stars" role="img" aria-label={fill(t.resources.rated, { count })}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star
          key={place}
          aria-hidden="true"
          size={18}
          className={place <= count ? 'star-on' : ''}
        />
      ))}
    </span>
  )
}
