import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/routes/admin/layout.tsx'

/** What every page of the back office knows: the operator, the time of the answer, the time zone. */
export function useAdmin() {
  const data = useRouteLoaderData<typeof loader>('routes/admin/layout')
  if (data === undefined) throw new Error('useAdmin is for pages of the back office')
  return data
}
