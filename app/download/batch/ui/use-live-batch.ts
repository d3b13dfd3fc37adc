import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** How often a browser asks that gets no events. */
const pollMs = 3_000
/** Signed links work for ten minutes. */
const renewMs = 5 * 60_000

/**
 * Keeps a batch's page up to date: by the server's events while something is being looked up, or by
 * asking now and then where those don't get through. `version` is the one that is shown.
 */
export function useLiveBatch(eventsHref: string, waits: boolean, version: number): void {
  const { revalidate } = useRevalidator()
  const seen = useRef(version)
  useEffect(() => {
    seen.current = version
  }, [version])
  useEffect(() => {
    const renew = setInterval(() => void revalidate(), renewMs)
    return () => clearInterval(renew)
  }, [revalidate])
  useEffect(() => {
    if (!waits) return
    let poll: ReturnType<typeof setInterval> | undefined
    const startPolling = () => {
      poll ??= setInterval(() => void revalidate(), pollMs)
    }
    if (!('EventSource' in window)) {
      startPolling()
      return () => clearInterval(poll)
    }
    const source = new window.EventSource(`${eventsHref}?after=${seen.current}`)
    const update = () => void revalidate()
    source.addEventListener('change', update)
    source.addEventListener('done', () => {
      source.close()
      update()
    })
    source.addEventListener('error', () => {
      // Otherwise the browser asks again by itself.
      if (source.readyState === window.EventSource.CLOSED) startPolling()
    })
    return () => {
      source.close()
      clearInterval(poll)
    }
  }, [eventsHref, waits, revalidate])
}
