import { createContext, useContext, useEffect, useState } from 'react'
import { minuteMs } from '#app/time/durations.ts'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'

export const NowContext = createContext<number | null>(null)

/** Returns the server's time to the minute, from the page's data and running while it is open. */
export function useNow(): number {
  const { now } = useAdmin()
  return useContext(NowContext) ?? now
}

/** Returns `now`, advancing each minute until it changes. */
export function useRunningNow(now: number): number {
  const [clock, setClock] = useState({ given: now, now })
  useEffect(() => {
    // Uses the steady clock, since the browser's wall clock may be wrong.
    const since = performance.now()
    const timer = setInterval(() => {
      setClock({ given: now, now: now + performance.now() - since })
    }, minuteMs)
    return () => clearInterval(timer)
  }, [now])
  return clock.given === now ? clock.now : now
}
