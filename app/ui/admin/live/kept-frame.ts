import { useEffect } from 'react'
import { type DataStrategyResult, useRouteLoaderData } from 'react-router'
import { type AdminFacts, frameId } from '#app/ui/admin/frame/use-admin.ts'
import { changeResults, type Results } from './watch-results.ts'

/**
 * Keeps the frame, as it was loaded last, around a screen that fails together with the frame's own
 * data. In an outage of the database both do, and the menu would go too.
 */
export function useKeptFrame(): void {
  const frame = useRouteLoaderData<AdminFacts>(frameId)
  useEffect(() => {
    if (frame === undefined) return
    // Its messages have been shown.
    changeResults((results) => withFrame(results, { ...frame, flash: [] }))
  }, [frame])
}

function withFrame(results: Results, frame: AdminFacts): Results {
  const { [frameId]: own, ...screens } = results
  const isLost = own !== undefined && hasFailed(own) && Object.values(screens).some(hasFailed)
  return isLost ? { ...screens, [frameId]: { type: 'data', result: frame } } : results
}

/** False for a redirect. */
function hasFailed({ type, result }: Readonly<DataStrategyResult>): boolean {
  return type === 'error' && !(result instanceof Response)
}
