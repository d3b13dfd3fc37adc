import { lazy, Suspense } from 'react'
import { recentName, recentOffName, useRemembered } from './remembered.ts'

const RecentList = lazy(() =>
  import('./later/recent-section.tsx').catch(() => ({ default: () => null })),
)

/** Its code loads only if there is something to show. */
export function RecentDownloads() {
  const kept = useRemembered(recentName)
  const off = useRemembered(recentOffName) !== null
  if (kept === null && !off) return null
  return (
    <Suspense>
      <RecentList kept={kept} off={off} />
    </Suspense>
  )
}
