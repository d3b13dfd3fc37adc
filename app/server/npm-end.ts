/**
 * Calls `end` once npm, which started this process, has been ended. SIGTERM reaches npm's shell,
 * which passes nothing on.
 */
export function whenNpmEnds(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const { ppid } = process
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    end()
  }, 1000)
  timer.unref()
}
