import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page runs in a browser: false on the server and while the page is taken over. */
export function useRuns(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
