import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { ask } from '#app/ui/admin/live/ask.ts'
import { FoundSettings, foundText } from './found-settings.tsx'
import type { FoundSetting } from './setting-search.server.ts'

type Answer = { query: string; found: FoundSetting[] }

const pauseMs = 150

/** Settings that match the text typed so far; empty until the server answers. */
export default function SettingSuggestions({ typed }: { typed: string }) {
  const [data, setData] = useState<Answer>()
  useEffect(() => {
    let isLatest = true
    const search = async () => {
      const query = new URLSearchParams({ q: typed, only: 'settings' })
      const answer = await ask<Answer>(`${href('/admin/search')}?${query}`)
      if (isLatest) setData(answer ?? undefined)
    }
    const timer = setTimeout(() => void search(), pauseMs)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [typed])
  return (
    <>
      <p role="status" className="sr-only">
        {data !== undefined && foundText(data.query, data.found)}
      </p>
      {data !== undefined && (
        <div className="absolute end-0 top-full z-10 my-1 max-h-96 w-[min(26rem,100vw-2rem)] overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-raised max-sm:start-0 max-sm:end-auto">
          {data.found.length === 0 ? (
            <p className="px-3 py-2 text-muted">{foundText(data.query, data.found)}</p>
          ) : (
            <FoundSettings found={data.found} />
          )}
        </div>
      )}
    </>
  )
}
