import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'

const key = 'interrupted click'

/**
 * Goes on to the page that a click was loading if this one was reloaded instead: React Router does
 * that where an upgraded server no longer has the script of the clicked page.
 */
export function useInterruptedClick(): void {
  const { state, location: target } = useNavigation()
  useEffect(() => {
    const interrupted = sessionStorage.getItem(key)
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // As a document, so that a server without that script can't bring this page back again.
    if (interrupted !== null && entry?.type === 'reload') location.assign(interrupted)
  }, [])
  useEffect(() => {
    if (state === 'loading') sessionStorage.setItem(key, createPath(target))
    else sessionStorage.removeItem(key)
  }, [state, target])
}
