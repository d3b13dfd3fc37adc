import { useRouteLoaderData } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import type { AdminNotification } from '#app/observe/system-facts.ts'

/** Data of every back-office page, from its layout's loader. */
export type AdminFacts = {
  waiting: AdminNotification[]
  banners: AdminNotification[]
  /** True if two-factor sign-in must be set up before anything else opens. */
  locked: boolean
  /** True if all data was made by `npm run seed`. */
  demoData: boolean
  flash: Flash[]
  build: string
  /** Cursor of the changes that this data includes: see `useLive`. */
  live: string
  /** When the data was loaded, in milliseconds since 1970. */
  now: number
  /** IANA name of the zone for dates in the back office. */
  timeZone: string
}

/** The layout's route. */
export const frameId = 'admin/layout'

export function useAdmin(): AdminFacts {
  const data = useRouteLoaderData<AdminFacts>(frameId)
  if (data === undefined) throw new Error('useAdmin is for pages of the back office')
  return data
}
