import { useEffect, useState } from 'react'
import { platformTitles } from '#app/download/platforms/platform-key.ts'
import { useSite } from '#app/i18n/site-context.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { pausedText } from './hint-text.ts'

const tickMs = 5_000

/** Shows when paused look-ups of TikTok's posts resume. Without JavaScript it's as of when the page was sent. */
export function PausedLine() {
  const { t, language } = useI18n()
  const { pausedSeconds } = useSite()
  const [left, setLeft] = useState(pausedSeconds ?? 0)
  useEffect(() => {
    if (pausedSeconds === null) return
    // Counted from the page load, since visitors' clocks can be wrong.
    const tick = () => setLeft(pausedSeconds - performance.now() / 1000)
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [pausedSeconds])
  if (left <= 0) return null
  return (
    <p role="status" className="mt-5 flex items-center gap-2.5 text-sm text-muted">
      <span className="size-2.5 flex-none rounded-full bg-warn" aria-hidden="true" />
      {pausedText(left, t, language, platformTitles.tiktok)}
    </p>
  )
}
