import { useEffect, useState } from 'react'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { pausedText } from './hint-text.ts'

const tickMs = 5_000

/** Shows when paused look-ups resume. Without JavaScript it's as of when the page was sent. */
export function PausedLine() {
  const { t, language } = useI18n()
  const { paused } = useSite()
  // Counted from the page load, since visitors' clocks can be wrong.
  const [shownFor, setShownFor] = useState(0)
  useEffect(() => {
    if (paused.length === 0) return
    const timer = setInterval(() => setShownFor(performance.now() / 1000), tickMs)
    return () => clearInterval(timer)
  }, [paused])
  const running = paused.filter(({ seconds }) => seconds > shownFor)
  if (running.length === 0) return null
  return (
    <div className="mt-5 grid gap-1.5 text-sm text-muted">
      {running.map(({ site, seconds }) => (
        <p key={site} className="flex items-center gap-2.5">
          <span className="size-2.5 flex-none rounded-full bg-warn" aria-hidden="true" />
          {pausedText(seconds - shownFor, t, language, site)}
        </p>
      ))}
    </div>
  )
}
