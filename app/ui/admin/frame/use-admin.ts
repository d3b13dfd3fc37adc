import { useRouteLoaderData } from 'react-router'
import type { Flash } from '#app/http/flash.server.ts'
import type { AdminNotification } from '#app/observe/system-facts.ts'

/** What every page of the back office knows. Its layout's loader gives it to the browser. */
export type AdminFacts = {
  /** The operator who is signed in. */
  user: { id: string; name: string; email: string }
  waiting: AdminNotification[]
  banners: AdminNotification[]
  /** Whether two-factor sign-in must be set up before anything else. */
  locked: boolean
  demoData: boolean
  flash: Flash[]
  /** The version of the build that answered. */
  build: string
  /** Names the changes that the answer has seen: see `useLive`. */
  live: string
  /** When the answer was made, in milliseconds since 1970. */
  now: number
  /** The IANA name of the zone that operators read dates in. */
  timeZone: string
}

/** Returns what every page of the back office knows. */
export function useAdmin(): AdminFacts {
  const data = useRouteLoaderData<AdminFacts>('admin/layout')
  if (data === undefined) throw new Error('useAdmin is for pages of the back office')
  return data
}
