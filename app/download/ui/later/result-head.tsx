import { useEffect, useRef, useState } from 'react'
import type { PostView } from '#app/download/lookup/offers.server.ts'
import { fill } from '#app/i18n/catalogue.ts'
import { formatDuration } from '#app/i18n/format.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { link } from '#app/ui/link.ts'
import { headCell } from '../result-frame.tsx'
import { lostTexts } from './offers.ts'
import { SiteMark } from './site-mark.tsx'

/** Longer titles probably don't fit, for pages that can't measure them. */
const likelyCut = 110

/** A long title can be opened. Screen readers always get all of it. */
export function ResultHead({ post }: { post: PostView }) {
  const { t } = useI18n()
  const { title, site, author, durationSeconds, mayHaveMark } = post
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
        // Cut only in browsers that can open it again.
        className="text-lg leading-snug font-bold outline-none wrap-anywhere [&:not(:has(+details[open]))]:line-clamp-3"
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
        {site !== null && (
          <>
            <SiteMark site={site} />
            {(author !== null || durationSeconds !== null) && ' · '}
          </>
        )}
        {author !== null && <bdi>{fill(t.result.by, { author })}</bdi>}
        {author !== null && durationSeconds !== null && ' · '}
        {durationSeconds !== null && formatDuration(durationSeconds)}
      </p>
      {lostTexts(post, t).map((text) => (
        <p key={text} className="mt-1 text-xs font-semibold">
          {text}
        </p>
      ))}
      {mayHaveMark && site !== null && (
        <p className="mt-1 text-xs text-muted">{fill(t.result.mayHaveMark, { site })}</p>
      )}
    </div>
  )
}
