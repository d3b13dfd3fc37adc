import { useSyncExternalStore } from 'react'

const never = () => () => undefined

const noteKey = 'passkey'

/** Notes that this browser has a passkey for the site, so that the sign-in page offers it first. */
export function notePasskey(): void {
  try {
    localStorage.setItem(noteKey, 'yes')
  } catch {
    // Without storage, it is offered below the password.
  }
}

/** True if this browser has added or used a passkey here; false on the server. */
export function useHasPasskey(): boolean {
  return useSyncExternalStore(never, readNote, () => false)
}

function readNote(): boolean {
  try {
    return localStorage.getItem(noteKey) !== null
  } catch {
    return false
  }
}

/** True if this browser supports passkeys here; false on the server and while hydrating. */
export function usePasskeys(): boolean {
  return useSyncExternalStore(never, canHavePasskeys, () => false)
}

/** No browser has passkeys for an IP address. */
function canHavePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}
