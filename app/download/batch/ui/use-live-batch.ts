import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { BatchProgress } from '#app/download/batch/batch.server.ts'

/** The polling interval while more changes are to come. */
const pollMs = 1_500
/** Half the ten minutes that signed links work. */
const renewMs = 5 * 60_000

/**
 * Keeps a batch's page up to date: reloads its data once the server has another version than the
 * one shown, which it asks for while links are being looked up or the ZIP is being sent.
 */
export function useLiveBatch(progressHref: string, goesOn: boolean, version: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const renew = setInterval(() => void revalidate(), renewMs)
    return () => clearInterval(renew)
  }, [revalidate])
  useEffect(() => {
    if (!goesOn) return
    const end = new AbortController()
    const poll = async () => {
      if (await hasChanged(progressHref, version, end.signal)) await revalidate()
      if (!end.signal.aborted) timer = setTimeout(poll, pollMs)
    }
    let timer = setTimeout(poll, pollMs)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [progressHref, goesOn, version, revalidate])
}

/** Without an answer the page stays as it is. A batch that is gone is shown as such. */
async function hasChanged(href: string, shown: number, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await window.fetch(href, { signal })
    if (!response.ok) return response.status === 404
    const { version, goesOn }: BatchProgress = await response.json()
    return version !== shown || !goesOn
  } catch {
    return false
  }
}
