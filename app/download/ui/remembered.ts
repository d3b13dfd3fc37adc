import { useSyncExternalStore } from 'react'

/**
 * Values kept on the visitor's device alone. Where a browser stores nothing, as in some private
 * windows, they last as long as the page.
 */
const held = new Map<string, string>()
const listeners = new Set<() => void>()

export const recentName = 'recent'
/** Key that is set if the visitor wants no list. */
export const recentOffName = 'recent-off'

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return held.get(name) ?? null
  }
}

/** Stores a value. Null removes it. */
export function remember(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    if (text === null) held.delete(name)
    else held.set(name, text)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Returns a stored value and follows it. Null on the server and during hydration. */
export function useRemembered(name: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => recall(name),
    () => null,
  )
}
