import type { Connection } from './connection.ts'

/** Polling interval without events, and the time limit for events to get through. */
const pollMs = 10_000

type Answer = { cursor: string; topics: string[] }

/**
 * Calls `tell` with topics changed since `cursor`, from server events, or by polling where those
 * don't get through. The returned function stops it. Nothing stays open in a hidden tab, since
 * browsers allow few connections to a server; missed changes are reported when it shows again.
 * Calls `tellConnection` with each change of the connection.
 */
export function watchTopics(
  cursor: string,
  tell: (topics: string[]) => void,
  tellConnection: (connection: Connection) => void,
): () => void {
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
    tellConnection('live')
    const { topics } = answer
    seen = answer.cursor
    // Another build's data doesn't fit this page's code; the next navigation replaces it.
    if (buildOf(seen) !== buildOf(cursor)) return close()
    if (topics.length > 0) tell(topics)
  }
  const ask = async () => {
    const answer = await poll(address())
    if (timer === undefined) return
    if (answer === 'signed out') {
      close()
      tellConnection('signed out')
    } else if (answer === null) tellConnection('lost')
    else heard(answer)
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
      if (source !== current) return
      // The browser reconnects by itself otherwise.
      if (current.readyState === window.EventSource.CLOSED) startPolling()
      else tellConnection('lost')
    })
  }
  const lose = () => tellConnection('lost')
  document.addEventListener('visibilitychange', turn)
  addEventListener('online', turn)
  addEventListener('offline', lose)
  turn()
  return () => {
    document.removeEventListener('visibilitychange', turn)
    removeEventListener('online', turn)
    removeEventListener('offline', lose)
    close()
  }
}

const buildOf = (cursor: string) => cursor.split('.', 1)[0]

/** Returns null if the server can't be reached. */
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
