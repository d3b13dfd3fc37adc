import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { minuteMs } from '#app/time/durations.ts'

/** Delays of the event loop, in milliseconds. */
export type LoopDelay = { p50: number; p99: number; max: number }

/** One minute's load, in milliseconds. `at` is its end in unix milliseconds. */
export type LoadMinute = {
  at: number
  loop: LoopDelay
  /** From the request to the end of the answer. Null without pages. */
  pages: { p50: number; p99: number; count: number } | null
}

const mostMinutes = 24 * 60
/** The monitor's sampling interval, which it adds to every delay. */
const resolutionMs = 10

const monitor = monitorEventLoopDelay({ resolution: resolutionMs })
monitor.enable()
/** In microseconds. */
const pages = createHistogram()
const minutes: LoadMinute[] = []

const timer = setInterval(() => {
  minutes.push(currentMinute())
  if (minutes.length > mostMinutes) minutes.shift()
  monitor.reset()
  pages.reset()
}, minuteMs).unref()
import.meta.hot?.dispose(() => {
  clearInterval(timer)
  monitor.disable()
})

/** Adds the duration of a page or of its data. */
export function observePage(ms: number): void {
  pages.record(Math.max(1, Math.round(ms * 1000)))
}

/** Returns the last 24 hours by the minute, oldest first, with the minute under way. */
export function loadHistory(): LoadMinute[] {
  return [...minutes, currentMinute()]
}

/** Returns the worst delays of the last five minutes. */
export function loopDelay(): LoopDelay {
  const recent = [...minutes.slice(-5), currentMinute()].map(({ loop }) => loop)
  return {
    p50: Math.max(...recent.map(({ p50 }) => p50)),
    p99: Math.max(...recent.map(({ p99 }) => p99)),
    max: Math.max(...recent.map(({ max }) => max)),
  }
}

function currentMinute(): LoadMinute {
  const inMs = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e6 - resolutionMs) : 0
  const { count } = pages
  return {
    at: Date.now(),
    loop: {
      p50: inMs(monitor.percentile(50)),
      p99: inMs(monitor.percentile(99)),
      max: monitor.count === 0 ? 0 : inMs(monitor.max),
    },
    pages:
      count === 0
        ? null
        : { p50: pages.percentile(50) / 1000, p99: pages.percentile(99) / 1000, count },
  }
}
