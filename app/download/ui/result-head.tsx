import { useEffect, useRef, useState } from 'react'
import type { PostView } from '#app/download/offers.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { formatDuration } from '#app/i18n/format.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** About what fits into the lines of a title, for pages that cannot measure it. */
const likelyCut = 110

/** A post's title, author and length. A long title opens; all of it is there for screen readers. */
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
    <div className="result-head">
      <h2 id="result-title" ref={heading} tabIndex={-1} className="result-title" dir="auto">
        {title === '' ? t.result.untitled : title}
      </h2>
      {cut && (
        <details
          className="result-more"
          open={open}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary>
            <span className="result-more-open">{t.result.more}</span>
            <span className="result-more-close">{t.result.less}</span>
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
