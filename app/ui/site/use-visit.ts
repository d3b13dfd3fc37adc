import { useRouteLoaderData } from 'react-router'
import type { TagIds } from '#app/http/third-party-tags.ts'

/** What public pages show by the visitor's consent and the operator's advertisements. */
export type Visit = {
  /** The visitor's answer about third-party tools; `none needed` where there are none. */
  consent: 'none needed' | 'undecided' | 'accepted' | 'declined'
  /** Whether this page asks for it. */
  asks: boolean
  /** The ids of the tags to load; null for none. */
  tags: TagIds | null
  /** The places that an advertisement is set for. */
  ads: ('banner' | 'content' | 'dialog')[]
}

/** Returns the visit's facts, as the layout's loader gives them to the browser. */
export function useVisit(): Visit {
  const data = useRouteLoaderData<{ visit: Visit }>('pages/public-layout')
  return data?.visit ?? { consent: 'none needed', asks: false, tags: null, ads: [] }
}
