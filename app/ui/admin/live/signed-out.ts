import { holdRedirects } from '#app/ui/admin/forms/client-action.ts'
import { createStore, useStore } from '#app/ui/admin/store.ts'
import { tellConnection } from './connection.ts'

/** Forms redirected to the sign-in page, by address, with their release functions. */
const held = new Map<string, () => void>()
let isOffered = false
const signIns = createStore(0)

/** Holds a form whose session has ended until the operator has signed in and it was sent again. */
async function holdForm(request: Request, redirect: Response): Promise<void> {
  if (!leadsToSignIn(redirect)) return
  await new Promise<void>((resolve) => {
    held.set(request.url, resolve)
    tellConnection('signed out')
  })
}

/** False for the sign-in page with a problem, which another sign-in wouldn't solve. */
export function leadsToSignIn(result: unknown): boolean {
  if (!(result instanceof Response)) return false
  const address = new URL(result.headers.get('Location') ?? '', location.origin)
  return address.pathname === '/admin/login' && !address.searchParams.has('problem')
}

/** Marks the dialog as present. The returned function ends that and releases all held forms. */
export function offerSignIn(): () => void {
  isOffered = true
  holdRedirects(holdForm)
  return () => {
    isOffered = false
    holdRedirects(null)
    letGo()
  }
}

export function offersSignIn(): boolean {
  return isOffered
}

export function isFormHeld(action: string): boolean {
  return held.has(new URL(action, location.href).href)
}

/** Lets held forms follow their redirects, unless they were sent again meanwhile. */
export function letGo(): void {
  for (const release of held.values()) release()
  held.clear()
}

export function tellSignedIn(): void {
  tellConnection('live')
  signIns.write(signIns.read() + 1)
}

export function useSignIns(): number {
  return useStore(signIns)
}
