/** How often a browser asks that gets no events, and how long events may take to get through. */
const pollMs = 10_000

type Answer = { cursor: string; topics: string[] }

/**
 * Calls `tell` with the topics that change from `cursor` on, by the server's events, or by asking now
 * and then where those don't get through. Stops when the returned function is called. Nothing is open
 * while the tab is hidden, since browsers allow few connections to a server; what was missed is told
 * when it is seen again.
 */
export function watchTopics(cursor: string, tell: (topics: string[]) => void): () => void {
  let seen = cursor
  let source: { close: () => void } | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  const address = () => `/admin/events?after=${encodeURIComponent(seen)}`
  const close = () => {
    source?.close()
    source = null
    clearInterval(timer)
    timer = undefined
  }
  const heard = (answer: Answer) => {
    const { topics } = answer
    seen = answer.cursor
    // What another build loads isn't for this page's code, which the next navigation replaces.
    if (buildOf(seen) !== buildOf(cursor)) return close()
    if (topics.length > 0) tell(topics)
  }
  const ask = async () => {
    const answer = await poll(address())
    if (answer === 'signed out') close()
    else if (answer !== null && timer !== undefined) heard(answer)
  }
  const startPolling = () => {
    close()
    timer = setInterval(ask, pollMs)
    void ask()
  }
  const turn = () => {
    close()
    if (document.visibilityState === 'hidden') return
    if (!('EventSource' in window)) return startPolling()
    const current = new window.EventSource(address())
    source = current
    timer = setTimeout(startPolling, pollMs)
    current.addEventListener('message', ({ lastEventId, data }: MessageEvent<string>) => {
      clearTimeout(timer)
      heard({ cursor: lastEventId, topics: data.split(' ').filter((topic) => topic !== '') })
    })
    current.addEventListener('error', () => {
      // Otherwise the browser asks again by itself.
      if (current.readyState === window.EventSource.CLOSED && source === current) startPolling()
    })
  }
  document.addEventListener('visibilitychange', turn)
  turn()
  return () => {
    document.removeEventListener('visibilitychange', turn)
    close()
  }
}

const buildOf = (cursor: string) => cursor.split('.', 1)[0]

/** Null if the server can't be asked. */
async function poll(address: string): Promise<Answer | 'signed out' | null> {
  try {
    const response = await window.fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(pollMs),
    })
    if (response.type === 'opaqueredirect') return 'signed out'
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}
