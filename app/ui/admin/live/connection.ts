import { forgetUnansweredLink, orNoAnswer, tellUnanswered } from '#app/ui/admin/forms/no-answer.ts'
import { createStore, useStore } from '#app/ui/admin/store.ts'

/** State of the live connection; `signed out` lasts until a new sign-in. */
export type Connection = 'live' | 'lost' | 'signed out'

/** Delay before a lost connection is shown; none if the device is offline. */
const graceMs = 6_000
/** Time limit for checking that the server responds. */
const reachMs = 5_000

let connection: Connection = 'live'
/** The state that screens see; a loss only after the grace period. */
const shown = createStore<Connection>('live')
let grace: ReturnType<typeof setTimeout> | undefined

export function tellConnection(now: Connection): void {
  if (now === 'lost' && connection === 'signed out') return
  const before = connection
  connection = now
  if (now === 'lost') {
    if (!navigator.onLine) show('lost')
    else grace ??= setTimeout(show, graceMs, 'lost')
    return
  }
  if (now === 'live' && before === 'lost') forgetUnansweredLink()
  show(now)
}

function show(now: Connection): void {
  clearTimeout(grace)
  grace = undefined
  shown.write(now)
}

/** Returns the connection's state; a loss only counts after a grace period. */
export function useConnection(): Connection {
  return useStore(shown)
}

/**
 * Calls `go`, which opens another screen, once the server is known to respond; otherwise shows why
 * the page stays. Without that screen's code the router would leave the app for the browser's error
 * page.
 */
export async function whenReached(path: string, go: () => void): Promise<void> {
  if (isReachable()) return go()
  tellUnanswered(null)
  // An event that arrived late may have counted as a connection; the next one takes the text back.
  if (!navigator.onLine) tellConnection('lost')
  const answer = navigator.onLine ? await orNoAnswer(askServer, null) : null
  if (answer === null) tellUnanswered(path, { isLink: true })
  else go()
}

export function isReachable(): boolean {
  return connection !== 'lost' && navigator.onLine
}

async function askServer(): Promise<Response | null> {
  const answer = await window.fetch('/admin/connection', {
    method: 'HEAD',
    signal: AbortSignal.timeout(reachMs),
  })
  return [502, 504].includes(answer.status) ? null : answer
}
