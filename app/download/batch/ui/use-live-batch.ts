import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** The polling interval of a browser that gets no events. */
const pollMs = 3_000
/** Twice the time in which the server sends an event: some proxies hold all of them back. */
const quietMs = 6_000
/** Half the ten minutes that signed links work. */
const renewMs = 5 * 60_000

/**
 * Keeps a batch's page up to date: by server-sent events while links are being looked up, or by
 * polling where those don't get through or are held back. `version` is the one being shown.
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
    const update = () => void revalidate()
    let poll: ReturnType<typeof setInterval> | undefined
    let quiet: ReturnType<typeof setTimeout> | undefined
    const startPolling = () => {
      poll ??= setInterval(update, pollMs)
    }
    if (!('EventSource' in window)) {
      startPolling()
      return () => clearInterval(poll)
    }
    const source = new window.EventSource(`${eventsHref}?after=${seen.current}`)
    const waitForEvent = () => {
      clearTimeout(quiet)
      clearInterval(poll)
      poll = undefined
      quiet = setTimeout(startPolling, quietMs)
    }
    waitForEvent()
    source.addEventListener('here', waitForEvent)
    source.addEventListener('change', () => {
      waitForEvent()
      update()
    })
    source.addEventListener('done', () => {
      source.close()
      update()
      // Stops with the next data, unless a link was tried again since.
      startPolling()
    })
    source.addEventListener('error', () => {
      // Otherwise the browser reconnects by itself.
      if (source.readyState === window.EventSource.CLOSED) startPolling()
    })
    return () => {
      source.close()
      clearTimeout(quiet)
      clearInterval(poll)
    }
  }, [eventsHref, waits, revalidate])
}
