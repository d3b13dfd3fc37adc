import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import type { Backlink } from '#app/backlinks/backlink.server.ts'

const everyMs = 2000
/** After so many questions, four minutes, the page is left as it is. */
const mostQuestions = 120

/** Loads the page's figures anew when one of the checks on their way is done. Shows nothing. */
export function ChecksOnTheirWay({ of }: { of: Pick<Backlink, 'id' | 'checking'>[] }) {
  const ids = of.filter(({ checking }) => checking).map(({ id }) => `id=${id}`)
  return ids.length === 0 ? null : <Watch key={ids.join()} ids={ids} />
}

function Watch({ ids }: { ids: string[] }) {
  const { revalidate } = useRevalidator()
  const { length } = ids
  const address = `${href('/admin/backlinks/checking')}?${ids.join('&')}`
  useEffect(() => {
    let asked = 0
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return
      asked += 1
      if (asked > mostQuestions) clearInterval(timer)
      // Not by a fetcher: without a connection the router would load the page anew.
      else if ((await countWaiting(address)) < length) void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [address, length, revalidate])
  return null
}

/** Infinity when the server can't be asked, or no longer answers this operator. */
async function countWaiting(address: string): Promise<number> {
  try {
    const response = await window.fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(everyMs),
    })
    const waiting: unknown = await response.json()
    return Array.isArray(waiting) ? waiting.length : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
