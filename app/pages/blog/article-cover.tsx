import type { Cover } from '#app/pages/documents/cover.ts'
import covers from './covers.svg?url'

/** An article's drawing, hidden from screen readers. It is full width, and lower with `wide`. */
export function ArticleCover({
  cover: { motif, ground },
  wide = false,
  className = '',
}: {
  cover: Cover
  wide?: boolean
  className?: string
}) {
  return (
    <div className={`cover cover-${ground} ${wide ? 'cover-wide' : ''} ${className}`}>
      <svg width="400" height="400" viewBox="0 0 400 400" aria-hidden="true">
        <use href={`${covers}#${motif}`} />
      </svg>
    </div>
  )
}
