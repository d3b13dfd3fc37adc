import { useEffect, useState } from 'react'

/** Returns the seconds left. They start over each time `running` becomes true. */
export function useCountdown(running: boolean, seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (!running) return
    const started = performance.now()
    // By the clock, since a background tab gets few ticks.
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

/** Finished countdowns since the page was loaded, by `waitsFor`. */
const waited = new Set<string>()

export type Wait = {
  /** Key of a wait that is once per post: a post's files share its id. */
  waitsFor: string
  countdownSeconds: number
  countdownPer: 'post' | 'format'
}

/** Counts down for a file; a wait that is once per post isn't repeated. */
export function useWait({ waitsFor, countdownSeconds, countdownPer }: Wait) {
  const [seconds] = useState(() =>
    countdownPer === 'post' && waited.has(waitsFor) ? 0 : countdownSeconds,
  )
  const left = useCountdown(true, seconds)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) waited.add(waitsFor)
  }, [isOver, waitsFor])
  return { seconds, left }
}
