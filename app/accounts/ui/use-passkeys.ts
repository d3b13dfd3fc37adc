import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether this browser has passkeys: false on the server and while the page is taken over. */
export function usePasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => false,
  )
}
