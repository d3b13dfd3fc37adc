import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { SiteFacts } from '#app/models/site.server.ts'
import type { loader } from '#app/root.tsx'

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
  return useRouteLoaderData<typeof loader>('root') ?? fallback
}
