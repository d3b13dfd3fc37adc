import { useCallback, useEffect, useRef, useState } from 'react'
import { parseSaveRefusal, type SaveRefusal } from '#app/download/save/save-refusal.ts'

/** A file's state before it is saved. `silent`: no answer came. `failed`: the site has a fault. */
export type SaveCheck =
  | { state: 'checking' }
  | { state: 'there'; at: number }
  | { state: 'refused'; refusal: SaveRefusal }
  | { state: 'silent' | 'failed' }

/** Longer than the server tries to open a file. */
const longestMs = 60_000

/** A file that was found counts as there for this long. */
const goodForMs = 15_000

/**
 * Checks on the server that a file is there, at once and whenever its address changes. An expired
 * link is renewed once, silently: `renew` must bring a new address, or return false.
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

export function isStale(check: SaveCheck): boolean {
  return check.state === 'there' && performance.now() - check.at > goodForMs
}

async function checkSave(href: string, signal: AbortSignal): Promise<SaveCheck> {
  try {
    const response = await window.fetch(`${href}&check`, { signal })
    if (response.status === 204) return { state: 'there', at: performance.now() }
    const refusal = parseSaveRefusal(await response.json().catch(() => null))
    if (refusal !== null) return { state: 'refused', refusal }
    return { state: response.status >= 500 ? 'failed' : 'silent' }
  } catch {
    return { state: 'silent' }
  }
}
