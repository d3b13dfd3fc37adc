import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/routes/public-layout.tsx'

/** What public pages show by the visitor's consent and the operator's advertisements. */
export function useVisit() {
  const visit = useRouteLoaderData<typeof loader>('routes/public-layout')?.visit
  return visit ?? { consent: 'none needed' as const, asks: false, tags: null, ads: [] }
}
