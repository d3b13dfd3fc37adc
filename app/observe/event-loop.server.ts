import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How long the event loop kept its turns waiting, in milliseconds. */
export type LoopDelay = { p50: number; p99: number; max: number }

const windowMs = 5 * 60_000
/** The monitor samples at this pace, and reports it as part of every delay. */
const resolutionMs = 10

const monitor = monitorEventLoopDelay({ resolution: resolutionMs })
monitor.enable()
let before: LoopDelay | null = null

// One window back is kept, so that the figures never start from nothing.
const timer = setInterval(() => {
  before = read()
  monitor.reset()
}, windowMs).unref()
import.meta.hot?.dispose(() => {
  clearInterval(timer)
  monitor.disable()
})

/** The delays of the last five to ten minutes, the worse of two windows. */
export function loopDelay(): LoopDelay {
  const now = read()
  if (before === null) return now
  return {
    p50: Math.max(now.p50, before.p50),
    p99: Math.max(now.p99, before.p99),
    max: Math.max(now.max, before.max),
  }
}

function read(): LoopDelay {
  const inMs = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e6 - resolutionMs) : 0
  return {
    p50: inMs(monitor.percentile(50)),
    p99: inMs(monitor.percentile(99)),
    max: monitor.count === 0 ? 0 : inMs(monitor.max),
  }
}
