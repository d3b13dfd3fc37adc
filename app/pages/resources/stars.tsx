import { fill } from '#app/i18n/catalogue.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'

const places = [0, 1, 2, 3, 4]

/** A rating as whole stars out of five, rounded down: a half is no star. Needs `StarShape`. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useDocumentI18n()
  const count = Math.floor(rating)
  return (
    <svg
      className="flex-none fill-line"
      width="100"
      height="20"
      role="img"
      aria-label={fill(t.resources.rated, { count })}
    >
      {places.map((place) => (
        <use
          key={place}
          href="#star"
          x={place * 20}
          className={place < count ? 'fill-accent' : undefined}
        />
      ))}
    </svg>
  )
}

/** Once on the page: with a shape in every one of its stars a long list would double in size. */
export function StarShape() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <symbol id="star" viewBox="0 0 20 20" width="20" height="20">
        <path d="M10 1.6l2.6 5.3 5.8.85-4.2 4.1 1 5.75L10 14.9l-5.2 2.7 1-5.75-4.2-4.1 5.8-.85Z" />
      </symbol>
    </svg>
  )
}
