import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Language } from './catalogue.ts'

/** Facts about the site for every page, error pages included. Passed on by the root's loader. */
export type SiteFacts = {
  siteName: string
  appUrl: string
  defaultLanguage: Language
  /** Why all links return a sample. Null on a live site. */
  demo: 'chosen' | 'unreachable' | null
  /** Maximum links per batch look-up; 0 if the site has no page for that. */
  batchLinks: number
  /** Names of the platforms beside TikTok whose posts can be saved. */
  platforms: readonly string[]
  /** Names of platforms whose look-ups are paused, and seconds until they resume. */
  paused: readonly { site: string; seconds: number }[]
  year: number
}

/** For pages that failed before the root's loader ran, such as unknown addresses. */
export const SiteContext = createContext<SiteFacts>({
  siteName: 'Cleanclip',
  appUrl: '',
  defaultLanguage: 'en',
  demo: null,
  batchLinks: 0,
  platforms: [],
  paused: [],
  year: new Date().getUTCFullYear(),
})

export function useSite(): SiteFacts {
  const fallback = useContext(SiteContext)
  return useRouteLoaderData<SiteFacts>('root') ?? fallback
}
