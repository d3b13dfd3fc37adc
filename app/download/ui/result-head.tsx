import { useEffect, useRef, useState } from 'react'
import type { PostView } from '#app/download/offers.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { formatDuration } from '#app/i18n/format.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { link } from '#app/ui/link.ts'
import { headCell } from './result-frame.tsx'

/** About what fits into the lines of a title, for pages that cannot measure it. */
const likelyCut = 110

/** A post's title, creator and length. A long title opens; all of it is there for screen readers. */
export function ResultHead({ post }: { post: PostView }) {
  const { t } = useI18n()
  const { title, author, durationSeconds } = post
  const heading = useRef<HTMLHeadingElement>(null)
  const [cut, setCut] = useState(title.length > likelyCut)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const element = heading.current
    if (element === null || open || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      setCut(element.scrollHeight > element.clientHeight + 1)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [open])
  return (
    <div className={headCell}>
      <h2
        id="result-title"
        ref={heading}
        tabIndex={-1}
        // Cut only by browsers that open it again.
        className="text-lg leading-snug font-bold wrap-anywhere [&:not(:has(+details[open]))]:line-clamp-3"
        dir="auto"
      >
        {title === '' ? t.result.untitled : title}
      </h2>
      {cut && (
        <details
          className="group/more"
          open={open}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary
            className={`${link} no-marker inline-block cursor-pointer py-1 text-sm font-semibold`}
          >
            <span className="group-open/more:hidden">{t.result.more}</span>
            <span className="hidden group-open/more:inline">{t.result.less}</span>
          </summary>
        </details>
      )}
      <p className="mt-1 text-xs text-muted">
        {author !== null && <bdi>{fill(t.result.by, { author })}</bdi>}
        {author !== null && durationSeconds !== null && ' · '}
        {durationSeconds !== null && formatDuration(durationSeconds)}
      </p>
    </div>
  )
}
