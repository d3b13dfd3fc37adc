const keptMs = 10 * 60_000
const keptAtMost = 20_000

type LookUp = { until: number; opened: boolean }

/** The oldest is the first. Keys are a client's address and a post's id; nothing of it is stored. */
const lookUps = new Map<string, LookUp>()

/**
 * - `answer`: the first request for the result of a look-up, as from the redirect after a plain form
 * - `again`: a later one, as by reload, Back or a second tab
 * - `new`: from a client that has not looked the post up in the last ten minutes
 */
export type ResultRequest = 'answer' | 'again' | 'new'

/**
 * Says what a request for a result's address is. A look-up is counted once: only a `new` one is
 * counted as a look-up, and an `answer` is neither a page view nor one of the client's requests per
 * minute, since the look-up before it was.
 */
export function resultRequest(address: string, postId: string): ResultRequest {
  const lookUp = lookUps.get(keyOf(address, postId))
  if (lookUp === undefined || lookUp.until <= Date.now()) return 'new'
  if (lookUp.opened) return 'again'
  lookUp.opened = true
  return 'answer'
}

/** Remembers a counted look-up; `opened` says whether its answer has shown the result already. */
export function noteLookUp(address: string, postId: string, { opened }: { opened: boolean }): void {
  const key = keyOf(address, postId)
  lookUps.delete(key)
  lookUps.set(key, { until: Date.now() + keptMs, opened })
  const [oldest] = lookUps.keys()
  if (lookUps.size > keptAtMost && oldest !== undefined) lookUps.delete(oldest)
}

function keyOf(address: string, postId: string): string {
  return `${address} ${postId}`
}
