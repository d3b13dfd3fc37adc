import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Returns true once the page is hydrated; false on the server and before. */
export function useRuns(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
