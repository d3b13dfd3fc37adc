import { useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation, useNavigation } from 'react-router'
import type { LookupView } from '#app/download/lookup/visitor-lookup.server.ts'
import { isConnected } from '#app/ui/site/browser/is-connected.ts'
import { noteResult } from '#app/ui/site/browser/results-in-tab.ts'
import { sendDocument } from '#app/ui/site/browser/send-document.ts'
import { useSending } from '#app/ui/site/use-sending.ts'

export type Lookup = ReturnType<typeof useLookup>

/** A page's look-up: its form's latest answer, else what its address shows. */
export function useLookup(answer: LookupView | null) {
  const fetcher = useFetcher<{ lookup: LookupView | null }>()
  const { reset } = fetcher
  const { key } = useLocation()
  const navigation = useNavigation()
  const opens =
    navigation.state === 'loading' && new URLSearchParams(navigation.location.search).has('post')
  const [leaves, setLeaves] = useSending()
  /** Increases with each list of links that is sent, and when one is canceled. */
  const turn = useRef(0)
  const busy = fetcher.state !== 'idle' || opens || leaves
  // A fetcher keeps its last answer until the effect below, after a redirect shows the next page.
  const [told, tell] = useState({ data: fetcher.data, key })
  if (told.data !== fetcher.data) tell({ data: fetcher.data, key })
  // An earlier error or result must not be beside a new look-up.
  const shown = busy ? null : ((told.key === key ? told.data?.lookup : null) ?? answer)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was told at another address goes with it
  useEffect(() => {
    if (fetcher.data !== undefined) reset()
  }, [key])

  const isFound = shown?.result.ok === true
  useEffect(() => {
    if (isFound) noteResult()
  }, [isFound])

  return {
    Form: fetcher.Form,
    busy,
    shown,
    found: shown?.result.ok === true ? shown.result : null,
    /** Ends what was sent. */
    cancel:
      fetcher.state === 'idle' && !leaves
        ? null
        : () => {
            if (leaves) stop()
            turn.current += 1
            setLeaves(false)
            reset()
          },
    /** Sends several links to a page of their own. False without a connection. */
    sendAll: async (page: string, links: string) => {
      setLeaves(true)
      turn.current += 1
      const own = turn.current
      const isThere = await isConnected()
      if (own !== turn.current) return true
      if (isThere) sendDocument(page, links)
      else setLeaves(false)
      return isThere
    },
  }
}
