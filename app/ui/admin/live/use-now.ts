import { createContext, useContext, useEffect, useState } from 'react'
import { minuteMs } from '#app/time/durations.ts'
import { useAdmin } from '#app/ui/admin/frame/use-admin.ts'

export const NowContext = createContext<number | null>(null)

/** Returns the server's time, to the minute: that of the page's data, and later ones while it is open. */
export function useNow(): number {
  const { now } = useAdmin()
  return useContext(NowContext) ?? now
}

/** Returns `now`, which goes on each minute until another one is given. */
export function useRunningNow(now: number): number {
  const [clock, setClock] = useState({ given: now, now })
  useEffect(() => {
    // By the browser's own steady clock, since its wall clock may be wrong.
    const since = performance.now()
    const timer = setInterval(() => {
      setClock({ given: now, now: now + performance.now() - since })
    }, minuteMs)
    return () => clearInterval(timer)
  }, [now])
  return clock.given === now ? clock.now : now
}
