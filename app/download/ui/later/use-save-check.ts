import { useCallback, useEffect, useRef, useState } from 'react'
import { parseSaveRefusal, type SaveRefusal } from '#app/download/save-refusal.ts'

/** What is known of a file before it is saved; `silent` is a server that gave no answer. */
export type SaveCheck =
  | { state: 'checking' }
  | { state: 'there'; at: number }
  | { state: 'refused'; refusal: SaveRefusal }
  | { state: 'silent' }

/** Longer than the server tries to open a file. */
const longestMs = 60_000

/** How long a file that was there is taken to be there still. */
const goodForMs = 15_000

/**
 * Asks the server whether a file is there, at once and whenever its address changes. A link that has
 * expired is renewed once without a word: `renew` has to bring a new address about, or give false.
 */
export function useSaveCheck(href: string, renew: () => boolean) {
  const [check, setCheck] = useState<SaveCheck>({ state: 'checking' })
  const [round, setRound] = useState(0)
  const renews = useRef(renew)
  useEffect(() => {
    renews.current = renew
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again for the same file
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), longestMs)
    let left = false
    setCheck({ state: 'checking' })
    checkSave(href, abort.signal).then((known) => {
      clearTimeout(timer)
      if (left) return
      const expired = known.state === 'refused' && known.refusal.name === 'expired'
      if (!(expired && renews.current())) setCheck(known)
    })
    return () => {
      left = true
      clearTimeout(timer)
      abort.abort()
    }
  }, [href, round])
  const again = useCallback(() => {
    setCheck({ state: 'checking' })
    setRound((before) => before + 1)
  }, [])
  return { check, again }
}

/** Whether a check is too old to be relied on. */
export function isStale(check: SaveCheck): boolean {
  return check.state === 'there' && performance.now() - check.at > goodForMs
}

async function checkSave(href: string, signal: AbortSignal): Promise<SaveCheck> {
  try {
    const response = await window.fetch(`${href}&check`, { signal })
    if (response.status === 204) return { state: 'there', at: performance.now() }
    const refusal = parseSaveRefusal(await response.json())
    return refusal === null ? { state: 'silent' } : { state: 'refused', refusal }
  } catch {
    return { state: 'silent' }
  }
}
