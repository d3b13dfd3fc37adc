/**
 * Loads the requested page as soon as the site answers again. Being online isn't enough: a device
 * reports it before its network works, and the browser's own error page would replace this one.
 */

const firstPauseMs = 2000
const longestPauseMs = 30_000
/** About half an hour. After that, looking at the page again restarts the tries. */
const triesInARow = 60

let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined

async function siteAnswers(): Promise<boolean> {
  // `AbortSignal.timeout` came with Chrome 103 and Safari 16.
  const limit = new AbortController()
  const timeout = setTimeout(() => limit.abort(), 10_000)
  try {
    const init = { method: 'HEAD', cache: 'no-store', signal: limit.signal } as const
    return (await fetch('/sw.js', init)).ok
  } catch {
    return false
  } finally {
    clearTimeout(timeout)
  }
}

async function attempt(): Promise<void> {
  if (document.visibilityState === 'hidden' || tries >= triesInARow) return
  tries += 1
  if (await siteAnswers()) location.reload()
  else wait()
}

function wait(): void {
  clearTimeout(timer)
  timer = setTimeout(attempt, Math.min(longestPauseMs, firstPauseMs * 2 ** tries))
}

function begin(): void {
  clearTimeout(timer)
  tries = 0
  void attempt()
}

// At its own address it doesn't replace another page.
if (!/\/offline\/?$/.test(location.pathname)) {
  addEventListener('online', begin)
  document.addEventListener('visibilitychange', begin)
  wait()
}

export {}
