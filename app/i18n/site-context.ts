import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Language } from './catalogue.ts'

/** What every page says about the site, error pages too. The root's loader gives it to the browser. */
export type SiteFacts = {
  siteName: string
  /** The public origin. */
  appUrl: string
  defaultLanguage: Language
  /** Why every link gives a sample; null on a live site. */
  demo: 'chosen' | 'unreachable' | null
  /** How many links can be looked up at once; 0 where there is no page for that. */
  batchLinks: number
  year: number
}

/** For pages that failed before the root's loader ran, as those of unknown addresses do. */
export const SiteContext = createContext<SiteFacts>({
  siteName: 'Cleanclip',
  appUrl: '',
  defaultLanguage: 'en',
  demo: null,
  batchLinks: 0,
  year: new Date().getUTCFullYear(),
})

/** The site's name, address and languages, as they are in force. */
export function useSite(): SiteFacts {
  const fallback = useContext(SiteContext)
  return useRouteLoaderData<SiteFacts>('root') ?? fallback
}
