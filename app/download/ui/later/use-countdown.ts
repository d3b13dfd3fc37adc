import { useEffect, useState } from 'react'

/** Returns the seconds that are left; they start over each time that it starts to run. */
export function useCountdown(running: boolean, seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (!running) return
    const started = performance.now()
    // By the clock and not by ticks: a tab in the background gets few of those.
    const timer = setInterval(() => {
      const now = Math.max(0, seconds - Math.floor((performance.now() - started) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => {
      clearInterval(timer)
      setLeft(seconds)
    }
  }, [running, seconds])
  return left
}
