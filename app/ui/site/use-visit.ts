import { useRouteLoaderData } from 'react-router'
import type { TagIds } from '#app/http/third-party-tags.ts'

export type Visit = {
  /** The visitor's answer about third-party tools; `none needed` where there are none. */
  consent: 'none needed' | 'undecided' | 'accepted' | 'declined'
  /** True if this page asks for consent. */
  asks: boolean
  /** Ids of the tags to load. Null for none. */
  tags: TagIds | null
  /** Slots that have an advertisement. */
  ads: ('banner' | 'content' | 'dialog')[]
}

export function useVisit(): Visit {
  const data = useRouteLoaderData<{ visit: Visit }>('pages/public-layout')
  return data?.visit ?? { consent: 'none needed', asks: false, tags: null, ads: [] }
}
