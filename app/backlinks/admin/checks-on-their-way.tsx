import { useEffect, useRef } from 'react'
import { href, useFetcher, useRevalidator } from 'react-router'
import type { Backlink } from '#app/backlinks/backlink.server.ts'
import type { clientLoader } from './checking.ts'

const everyMs = 2000
/** After so many questions, four minutes, the page is left as it is. */
const mostQuestions = 120

/** Loads the page's figures anew when one of the checks on their way is done. Shows nothing. */
export function ChecksOnTheirWay({ of }: { of: Pick<Backlink, 'id' | 'checking'>[] }) {
  const ids = of.filter(({ checking }) => checking).map(({ id }) => id)
  return ids.length === 0 ? null : <Watch key={ids.join()} ids={ids} />
}

function Watch({ ids }: { ids: number[] }) {
  const { load, data } = useFetcher<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const address = `${href('/admin/backlinks/checking')}?${ids.map((id) => `id=${id}`).join('&')}`
  const asked = useRef(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      asked.current += 1
      if (asked.current > mostQuestions) clearInterval(timer)
      else void load(address)
    }, everyMs)
    return () => clearInterval(timer)
  }, [load, address])
  const waiting = data?.waiting.length ?? ids.length
  useEffect(() => {
    if (waiting < ids.length) void revalidate()
  }, [waiting, ids.length, revalidate])
  return null
}
