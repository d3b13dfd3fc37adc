import { useSyncExternalStore } from 'react'

/**
 * Small things that are kept on the visitor's device alone. Where a browser keeps nothing, as in
 * some private windows, they last no longer than the page.
 */
const held = new Map<string, string>()
const listeners = new Set<() => void>()

/** Where the list of recent downloads is kept on the device. */
export const recentName = 'recent'
/** Where it is kept that no list is wanted. */
export const recentOffName = 'recent-off'

/** Returns what is kept under a name, null for nothing. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return held.get(name) ?? null
  }
}

/** Keeps a text under a name; null removes it. */
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

/** Returns what is kept under a name and follows it; null on the server and while the page is taken over. */
export function useRemembered(name: string): string | null {
  return useSyncExternalStore(
    subscribe,
    () => recall(name),
    () => null,
  )
}
