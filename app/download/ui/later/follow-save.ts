import { parseSaveProgress, type SaveProgress } from '#app/download/save/save-progress.ts'

/** The site can't say how far the download is, as while its database is away. */
type Failed = { state: 'failed' }

/** `silent`: the server doesn't answer. `notStarted`: the browser never requested the file. */
export type SaveStatus = SaveProgress | Failed | { state: 'silent' | 'notStarted' }

export type FollowedSave = {
  /** The file's address, which identifies the download. */
  href: string
  status: () => SaveStatus
  subscribe: (listener: () => void) => () => void
  stop: () => void
}

const soonMs = 1_000
const laterMs = 2_000
/** Polls at the shorter interval. */
const soonTimes = 10
/** A browser can take this long to request a file, as when it asks where to save it. */
const startMs = 15_000
/** A download that has stopped can be resumed for this long. */
const restMs = 2 * 60_000
const answerMs = 10_000
/** Unanswered polls in a row before the server counts as silent. */
const silences = 3

/** Follows a file's download. Calls `onSent` once all of it was sent, even if no one subscribes. */
export function followSave(saveHref: string, onSent: () => void): FollowedSave {
  const href = `${saveHref}&t=${ticket()}`
  const listeners = new Set<() => void>()
  const stop = new AbortController()
  let status: SaveStatus = { state: 'unknown' }
  const show = (next: SaveStatus) => {
    status = next
    for (const listener of listeners) listener()
  }
  follow(href, show, stop.signal).then((sent) => sent && onSent())
  return {
    href,
    status: () => status,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => stop.abort(),
  }
}

/** Polls until the download ends. Resolves to true if the file was sent. */
async function follow(
  href: string,
  show: (status: SaveStatus) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const begunAt = performance.now()
  let aliveAt = begunAt
  let isKnown = false
  let unanswered = 0
  for (let asked = 0; performance.now() - aliveAt < restMs; asked++) {
    await new Promise((next) => setTimeout(next, asked < soonTimes ? soonMs : laterMs))
    if (signal.aborted) return false
    const answer = await askProgress(href)
    unanswered = answer === null ? unanswered + 1 : 0
    if (answer === null) {
      if (unanswered >= silences) show({ state: 'silent' })
    } else if (answer.state === 'failed') {
      // The download itself can go on meanwhile.
      if (performance.now() - aliveAt >= restMs) show(answer)
    } else if (answer.state !== 'unknown') {
      isKnown = true
      show(answer)
      if (answer.state === 'sent' || answer.state === 'refused') return answer.state === 'sent'
      if (answer.state !== 'stopped') aliveAt = performance.now()
    } else if (isKnown) {
      // The server was restarted, which ends its downloads.
      show({ state: 'stopped' })
    } else if (performance.now() - begunAt > startMs) show({ state: 'notStarted' })
  }
  return false
}

async function askProgress(href: string): Promise<SaveProgress | Failed | null> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), answerMs)
  try {
    const response = await window.fetch(`${href}&state`, { signal: abort.signal })
    if (response.status >= 500) return { state: 'failed' }
    return parseSaveProgress(await response.json())
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Hard to guess. Not `randomUUID`, which pages without HTTPS lack. */
function ticket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
